#!/usr/bin/env python3
"""The player of github.com/prajwolpakka/baghchal-mcts as a UGI bot: Monte Carlo tree search.

    git clone https://github.com/prajwolpakka/baghchal-mcts others/baghchal-mcts
    bagh match 'ugi:python3 bots/baghchal_mcts.py --source others/baghchal-mcts' 1 --games 10

Its playouts are random games to the end in which tigers always capture. It makes 1000 iterations a
move, as its own server does; `--iterations` (or `go nodes`) asks for another number. Clocks are
ignored.

Tried with commit e8ff2d9b96561674012e501df3de8ae24258e2b5 (no licence file). Positions can be set.
Its rules differ: it sees no capture that ends on A1, and no draw by repetition.
"""

import sys

import adapter


def main():
    parser = adapter.options(__doc__)
    parser.add_argument("--iterations", type=int, default=1000, help="10 or more; by default 1000")
    arguments = parser.parse_args()
    sys.path.append(str(arguments.source))
    from mcts import MCTS
    from node import Node
    from state import State

    def choose(position, limits):
        # It divides by a tenth of the iterations.
        iterations = max(limits.nodes or arguments.iterations, 10)
        cells = [cell.replace(".", " ") for cell in position.cells]
        state = State(cells, position.turn, position.captured, 20 - position.hand)
        action = MCTS(search_limit=iterations).search(Node(state)).last_action
        points = [action.pos] if action.next_pos is None else [action.pos, action.next_pos]
        return adapter.move_text(*points)

    adapter.run(f"baghchal-mcts, {arguments.iterations} iterations", "prajwolpakka", choose)


if __name__ == "__main__":
    main()
