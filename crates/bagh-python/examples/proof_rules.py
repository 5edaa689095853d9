"""The rules of a claim in plain Python, for check_proof.py: positions, moves, goals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from board import Board, Images, bits
from read_tables import Reader

#: A move: 0 for a placement, 1 for a slide, 2 for a jump, and the points that it touches. Sorted,
#: moves are in the order that numbers them.
Move = tuple[int, ...]


@dataclass(frozen=True, order=True, slots=True)
class State:
    """A position, with bit i for point i in reading order."""

    tigers: int
    goats: int
    turn: str
    in_hand: int
    captured: int


class Rules:
    """A claim about a game, with what its goal means."""

    def __init__(
        self, board: Board, captures: int, header: dict[str, Any], reader: Reader | None
    ) -> None:
        self.board, self.captures, self.reader = board, captures, reader
        self.images = Images(board.symmetries)
        self.all = (1 << len(board.points)) - 1
        found = header["game"], header["captures"]
        if found != (board.name, captures):
            raise SystemExit(f"found a certificate about {found}, expected {board.name}, {captures}")
        if reader is not None and reader.rules != header["rules"]:
            raise SystemExit("the certificate and the tables are of different rules")
        root = header["root"]
        tigers, goats = board.set_of(root["tigers"]), board.set_of(root["goats"])
        self.root = State(tigers, goats, root["turn"], root["goats-in-hand"], root["captured"])
        self.check_root()
        self.side: str = header["claim"]["side"]
        ((self.goal, self.terms),) = header["claim"]["goal"].items()
        self.by: int | None = self.terms.get("by")
        self.said = said(self.side, self.goal, self.terms)

    def check_root(self) -> None:
        """Refuses what is no position of the placement phase."""
        root, board = self.root, self.board
        herd = root.goats.bit_count() + root.in_hand + root.captured
        fits = herd == board.goats and root.tigers.bit_count() <= board.tigers
        if not fits or root.tigers & root.goats or root.turn not in ("goat", "tiger"):
            raise SystemExit("the certificate begins with what is no position of this game")
        if not root.in_hand:
            raise SystemExit("the certificate begins with a position of the sliding phase")

    def canonical(self, state: State) -> State:
        """The least image of a position."""
        images = zip(self.images.of(state.tigers), self.images.of(state.goats))
        tigers, goats = min(images)
        return State(tigers, goats, state.turn, state.in_hand, state.captured)

    def tigers_in_hand(self, state: State) -> int:
        return self.board.tigers - state.tigers.bit_count()

    def moves(self, state: State) -> list[Move]:
        """The legal moves in the order that numbers them."""
        if state.captured >= self.captures:
            return []
        empty = self.all & ~(state.tigers | state.goats)
        places = state.in_hand if state.turn == "goat" else self.tigers_in_hand(state)
        if places:
            return [(0, point) for point in bits(empty)]
        board = self.board
        movers = bits(state.tigers if state.turn == "tiger" else state.goats)
        found: list[Move] = [(1, a, b) for a in movers for b in board.next_to[a] if empty >> b & 1]
        if state.turn == "tiger":
            found += [
                (2, a, over, to)
                for a in movers
                for over, to in board.jumps[a]
                if state.goats >> over & 1 and empty >> to & 1
            ]
        return sorted(found)

    def after(self, state: State, move: Move) -> State:
        """The position after a move."""
        kind, points = move[0], move[1:]
        if kind == 0 and state.turn == "tiger":
            tigers = state.tigers | 1 << points[0]
            return State(tigers, state.goats, "goat", state.in_hand, state.captured)
        if kind == 0:
            return State(
                state.tigers, state.goats | 1 << points[0], "tiger", state.in_hand - 1, state.captured
            )
        change = 1 << points[0] | 1 << points[-1]
        if state.turn == "goat":
            return State(state.tigers, state.goats ^ change, "tiger", state.in_hand, state.captured)
        goats = state.goats & ~(1 << points[1]) if kind == 2 else state.goats
        return State(state.tigers ^ change, goats, "goat", state.in_hand, state.captured + (kind == 2))

    def settled(self, state: State, ply: int) -> bool | None:
        """Whether the tigers reach their goal, as far as captures, plies and moves tell."""
        enough = self.terms["goats"] if self.goal == "captures" else self.captures
        if state.captured >= enough:
            return True
        if self.by is not None and ply >= self.by:
            return False
        if not self.can_move(state):
            return state.turn == "goat" and self.goal != "captures"
        return None

    def can_move(self, state: State) -> bool:
        """Whether there is a legal move; the game is not over by captures."""
        empty = self.all & ~(state.tigers | state.goats)
        if state.turn == "goat" and state.in_hand or self.tigers_in_hand(state):
            return bool(empty)
        return bool(self.moves(state))

    def reached(self, state: State, ply: int) -> bool | None:
        """The same, with what the sliding tables say."""
        settled = self.settled(state, ply)
        if settled is not None or self.goal == "captures":
            return settled
        if state.in_hand or self.tigers_in_hand(state):
            return None
        if self.reader is None:
            raise SystemExit("this claim needs sliding tables")
        tigers, goats = self.reader.labels(state.tigers), self.reader.labels(state.goats)
        seen = (tigers, goats, state.turn, 0, state.captured)
        value = min(self.reader.code(*seen) - 1, self.captures)
        if self.goal == "draw":
            return value >= int(self.terms["captured"])
        plies = 0 if self.by is None else self.reader.plies(*seen) or 0
        return value == self.captures and (self.by is None or ply + plies <= self.by)


def said(side: str, goal: str, terms: dict[str, Any]) -> str:
    """A claim in the words of `bagh check-proof`."""

    def goats(count: int) -> str:
        return "1 goat" if count == 1 else f"{count} goats"

    is_tiger, by = side == "tiger", terms.get("by")
    if goal == "captures":
        verb = "captures" if is_tiger else "does not capture"
        return f"tiger {verb} {goats(terms['goats'])} by ply {by}"
    if goal == "draw":
        kept = terms["captured"]
        if not kept:
            return "tiger at least draws" if is_tiger else "goat wins"
        if is_tiger:
            return f"tiger at least draws, with {goats(kept)} captured"
        return f"goat at least draws, with fewer than {goats(kept)} captured"
    if by is not None:
        return f"tiger {'wins' if is_tiger else 'does not win'} by ply {by}"
    return "tiger wins" if is_tiger else "goat at least draws"
