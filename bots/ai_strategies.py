#!/usr/bin/env python3
"""The agents of github.com/anjeshkafle/ai-strategies-in-baghchal as UGI bots.

    git clone https://github.com/anjeshkafle/ai-strategies-in-baghchal others/ai-strategies
    bagh match 'ugi:python3 bots/ai_strategies.py --source others/ai-strategies mcts' 2 --games 10

`minimax` is alpha-beta to a fixed depth (`--depth`, or `go depth`). `mcts` is Monte Carlo tree
search with the settings that the project found best: rollouts of 4 plies by light rules of thumb,
exploration 1.0. It makes `--iterations` iterations (or `go nodes`). It is told the time of the `go`
command, too, but looks at the clock only every 1000 iterations. The tables of the project's
Q-learning agent and the tuned weights of its minimax are not in the repository, so the one is left
out and the other plays with its default weights.

Tried with commit 3ebe40ec4ad02962f7cd70c18ca774719a97d30b (MIT licence). Positions can be set. Its
rules are ours, without the draw by repetition.
"""

import sys

import adapter


def to_state(state, position):
    """Sets the bot's state to a position."""
    pieces = {"T": {"type": "TIGER"}, "G": {"type": "GOAT"}, ".": None}
    rows = [position.cells[i : i + 5] for i in range(0, 25, 5)]
    state.board = [[pieces[cell] and dict(pieces[cell]) for cell in row] for row in rows]
    state.goats_placed = state.TOTAL_GOATS - position.hand
    state.goats_captured = position.captured
    state.turn = "GOAT" if position.turn == "G" else "TIGER"
    state.phase = "PLACEMENT" if position.hand else "MOVEMENT"
    return state


def from_move(move):
    """The text of a move of the bot, or what it said instead of one."""
    if not isinstance(move, dict):
        return str(move)
    points = [move] if move["type"] == "placement" else [move["from"], move["to"]]
    return adapter.move_text(*(point["x"] + 5 * point["y"] for point in points))


def main():
    parser = adapter.options(__doc__)
    parser.add_argument("agent", choices=["minimax", "mcts"])
    parser.add_argument("--depth", type=int, default=3, help="plies of minimax; by default 3")
    parser.add_argument(
        "--iterations", type=int, default=500, help="iterations of mcts; by default 500"
    )
    arguments = parser.parse_args()
    sys.path.append(str(arguments.source / "backend"))
    from models.game_state import GameState
    from models.mcts_agent import MCTSAgent
    from models.minimax_agent import MinimaxAgent

    # One agent for a whole game, since it goes on with its tree where it can.
    mcts = None

    def new_game():
        nonlocal mcts
        mcts = MCTSAgent(rollout_policy="lightweight", max_rollout_depth=4, iterations=1)

    def choose(position, limits):
        if arguments.agent == "minimax":
            # Among moves of equal value it chooses at random, as in the project's competitions.
            depth = limits.depth or arguments.depth
            agent = MinimaxAgent(max_depth=depth, randomize_equal_moves=True)
        else:
            agent = mcts
            agent.iterations = limits.nodes or arguments.iterations
            agent.max_time_seconds = limits.seconds or float("inf")
        return from_move(agent.get_move(to_state(GameState(), position)))

    new_game()
    effort = {"minimax": f"depth {arguments.depth}", "mcts": f"{arguments.iterations} iterations"}
    name = f"ai-strategies {arguments.agent}, {effort[arguments.agent]}"
    adapter.run(name, "anjeshkafle", choose, new_game)


if __name__ == "__main__":
    main()
