import random, sys

POINTS = [column + row for row in "12345" for column in "ABCDE"]

def lines(p, n):  # (the point n steps away, the point next to p) in every direction with a line
    x, y = ord(p[0]), int(p[1])
    ways = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i * j == 0 or (x + y) % 2 == 0]
    return [(chr(x + n * i) + str(y + n * j), chr(x + i) + str(y + j)) for i, j in ways]

def legal(board, turn, hand):
    if turn == "G" and hand:
        return [p for p in POINTS if board[p] == "."]
    mine = [p for p in POINTS if board[p] == turn]
    jumps = [p + q for p in mine for q, mid in lines(p, 2) if board.get(q) == "." and board[mid] == "G"]
    return turn == "T" and jumps or [p + q for p in mine for q, _ in lines(p, 1) if board.get(q) == "."]

def setup(start, moves):  # every `position` command tells the whole game
    rows, turn, hand = (start[1], start[2].upper(), int(start[3][1:])) if len(start) > 1 else ("T3T/5/5/5/T3T", "G", 20)
    board = dict(zip(POINTS, "".join("." * int(c) if c.isdigit() else c for c in rows if c != "/")))
    for p, q in ((m[:2], m[2:]) for m in moves):
        board[q or p], hand = (board[p], hand) if q else ("G", hand - 1)
        board.update({p: "."} if q else {}, **{mid: "." for r, mid in lines(p, 2) if r == q})
        turn = "T" if turn == "G" else "G"
    return board, turn, hand

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ugi": print("id name Example\nugiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "position": state = setup(*(part.split() for part in (rest + " moves ").split("moves")[:2]))
    if word == "go": print("bestmove", random.choice(legal(*state)), flush=True)
    if word == "quit": break
