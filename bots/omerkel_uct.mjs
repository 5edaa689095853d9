// The engine of github.com/OMerkel/BaghChal as a UGI bot: Monte Carlo tree search (UCT).
//
//     git clone https://github.com/OMerkel/BaghChal others/omerkel
//     bagh match 'ugi:node bots/omerkel_uct.mjs --source others/omerkel' 1 --move-time 1s
//
// Tried with commit 2993e1c449c2698abe2cd786ac02b6f147c291ed (MIT licence). Positions can be set.
// The levels are those of its page: `--level easy`, `medium` (the default) or `hard`, at most 1, 3
// and 6.5 s a move. A shorter time of the `go` command is passed on; the bot looks at the clock every
// 50 iterations. `go nodes` asks for a number of iterations instead.
// Its rules differ in one point: a tiger that can capture has to.

import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const USAGE = "usage: node omerkel_uct.mjs --source CHECKOUT [--level easy|medium|hard]";

function fail(message) {
  console.error(`${message}\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  const text = { type: "string" };
  try {
    const level = { ...text, default: "medium" };
    return parseArgs({ options: { source: text, level, help: { type: "boolean" } } }).values;
  } catch (error) {
    return fail(error.message);
  }
}

const { source, level, help } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (!source) fail("--source: the checkout of the bot is needed");
if (!["easy", "medium", "hard"].includes(level)) fail(`--level: found ${level}`);

const load = (file) => import(pathToFileURL(resolve(source, "html5/src/js", file)));
const [{ Board, createBoard }, { Uct }, { AI_BUDGETS }] = await Promise.all(
  ["board.js", "uct/uct.js", "config.js"].map(load),
).catch((error) => fail(`--source: ${error.message}`));

const START = "T3T/5/5/5/T3T g g20 c0";
const column = (point) => point.toUpperCase().charCodeAt(0) - 65;
const row = (point) => Number(point[1]) - 1;
const PIECES = { ".": 0, G: 1, T: 2 };

// The bot's state of a position. The referee has made sure that the moves are legal.
function readPosition(text) {
  const [start, moves = ""] = text.split("moves");
  const [kind, ...fields] = start.trim().split(/\s+/);
  const obx = (kind === "startpos" ? START : fields.join(" ")).toUpperCase();
  const found = /^([TG1-5/]+) ([TG]) G(\d+) C(\d+)( |$)/.exec(obx);
  const cells = found?.[1].replace(/\d/g, (digit) => ".".repeat(Number(digit))).split("/");
  const isBoard = cells?.length === 5 && cells.every((line) => line.length === 5);
  if (!["startpos", "fen", "obx"].includes(kind) || !isBoard) {
    throw new Error(`found \`${text.slice(0, 80)}\`, expected startpos or \`fen OBX\`, and moves`);
  }
  const state = createBoard();
  state.grid = cells.map((line) => [...line].map((cell) => PIECES[cell]));
  state.active = found[2] === "G" ? 0 : 1;
  [state.goatsToPlace, state.goatsCaptured] = [Number(found[3]), Number(found[4])];
  for (const move of moves.split(/\s+/).filter(Boolean)) {
    if (!/^([A-E][1-5]){1,2}$/i.test(move)) {
      throw new Error(`found the move \`${move.slice(0, 20)}\`, expected one such as C1 or A1B1`);
    }
    play(state, move.slice(0, 2), move.slice(2));
  }
  return state;
}

// The bot cannot play our moves itself: it refuses a tiger's step where there is a capture.
function play(state, from, to) {
  const piece = state.active === 0 ? PIECES.G : PIECES.T;
  state.grid[row(from)][column(from)] = to ? PIECES["."] : piece;
  if (to) {
    state.grid[row(to)][column(to)] = piece;
    const [rows, columns] = [row(to) - row(from), column(to) - column(from)];
    if (Math.max(Math.abs(rows), Math.abs(columns)) === 2) {
      state.grid[row(from) + rows / 2][column(from) + columns / 2] = PIECES["."];
      state.goatsCaptured += 1;
    }
  } else {
    state.goatsToPlace -= 1;
  }
  state.active = 1 - state.active;
}

function choose(state, words) {
  const value = (name) => {
    const number = words[words.indexOf(name) + 1];
    return words.includes(name) && /^\d+$/.test(number) ? Number(number) : undefined;
  };
  const player = state.active === 0 ? "p1" : "p2";
  const [clock, increment = 0] = [value(`${player}time`), value(`${player}inc`)];
  // A clock is spread over 30 moves.
  const share = clock === undefined ? undefined : Math.min(clock / 2, clock / 30 + increment);
  const isFirst = state.active === 0 && state.goatsToPlace === 20;
  let [iterations, time, depth, lookAhead] = AI_BUDGETS.desktop[level][isFirst ? "start" : "turn"];
  [iterations, time] = value("nodes") ? [value("nodes"), Infinity] : [iterations, time];
  time = Math.min(time, value("movetime") ?? share ?? time);
  const { action } = new Uct().getActionInfo(new Board(state), iterations, time, depth, lookAhead);
  if (!action) return "none";
  const name = (point) => "ABCDE"[point.column] + (point.row + 1);
  return action.type === "place" ? name(action.to) : name(action.from) + name(action.to);
}

let [state, problem] = [readPosition("startpos"), null];
const commands = {
  ugi: () => `id name OMerkel/BaghChal, ${level}\nid author Oliver Merkel\nugiok`,
  isready: () => "readyok",
  position: (rest) => {
    try {
      [state, problem] = [readPosition(rest), null];
    } catch (error) {
      problem = error.message;
      return `info string error position: ${problem}`;
    }
  },
  go: (rest) =>
    problem
      ? `info string error go: the last position was refused: ${problem}\nbestmove none`
      : `bestmove ${choose(state, rest.split(/\s+/))}`,
  quit: () => process.exit(0),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const [, word, rest] = /^\s*(\S*)\s*(.*)$/.exec(line);
  const answer = Object.hasOwn(commands, word) ? commands[word](rest) : undefined;
  if (answer) console.log(answer);
});
