const POINTS = [..."12345"].flatMap((row) => [..."ABCDE"].map((column) => column + row));
const WAYS = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [i, j]));

// [the point n steps away, the point next to p] in every direction with a line
function lines(p, n) {
  const [x, y] = [p.charCodeAt(0), Number(p[1])], at = (i, j) => String.fromCharCode(x + i) + (y + j);
  return WAYS.filter(([i, j]) => i * j === 0 || (x + y) % 2 === 0).map(([i, j]) => [at(n * i, n * j), at(i, j)]);
}

function legal({ board, turn, hand }) {
  if (turn === "G" && hand > 0) return POINTS.filter((p) => board[p] === ".");
  const of = (p, n) => lines(p, n).filter(([q]) => board[q] === ".").map(([q, mid]) => [p + q, mid]);
  const free = (n) => POINTS.filter((p) => board[p] === turn).flatMap((p) => of(p, n));
  const jumps = free(2).filter(([, mid]) => turn === "T" && board[mid] === "G");
  return (jumps.length ? jumps : free(1)).map(([move]) => move);
}

// Every `position` command tells the whole game.
function setup(text) {
  const [start, moves] = (text + " moves ").split("moves").map((part) => part.trim().split(" ").filter(Boolean));
  let [rows, turn, hand] = start.length > 1 ? [start[1], start[2].toUpperCase(), Number(start[3].slice(1))] : ["T3T/5/5/5/T3T", "G", 20];
  const cells = rows.replaceAll("/", "").replace(/\d/g, (n) => ".".repeat(Number(n))), board = {};
  POINTS.forEach((p, i) => (board[p] = cells[i]));
  for (const [p, q] of moves.map((move) => [move.slice(0, 2), move.slice(2)])) {
    for (const [r, mid] of lines(p, 2)) if (r === q) board[mid] = ".";
    [board[q || p], board[p], hand] = q ? [board[p], ".", hand] : ["G", "G", hand - 1];
  }
  return { board, turn: moves.length % 2 ? { G: "T", T: "G" }[turn] : turn, hand };
}

let state, pick = (moves) => moves[Math.floor(Math.random() * moves.length)];
const say = { ugi: () => "id name Example\nugiok", isready: () => "readyok", go: () => "bestmove " + pick(legal(state)), quit: process.exit };
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  line.startsWith("position ") ? (state = setup(line.slice(9))) : console.log(say[line.split(" ")[0]]?.() ?? "");
});
