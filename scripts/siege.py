#!/usr/bin/env python3
"""Attacks two versions of the service in turn, and prints the tables of docs/SERVICE.md.

    git worktree add ../before 2c0527d
    scripts/siege.py ../before --work ../siege

Both versions are built, and each solves tables of its own, since their formats may differ: Bagh Chal,
and Aadu Puli Attam, whose counts take long. That takes about 5 GB of disk and some minutes, once. Then
every attack is made on both, one after the other, each on a service of its own. Nothing else should
run meanwhile. `--seconds 1 --clients 20` tries whether everything works.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Version:
    """A checkout, its program, and its tables."""

    def __init__(self, name, checkout, work, profile):
        self.name, self.checkout = name, checkout.resolve()
        self.tables = work / f"tables-{name}"
        self.folder = "debug" if profile == "dev" else profile
        self.profile = profile

    def build(self, *what):
        command = ["cargo", "build", "--profile", self.profile, *what]
        subprocess.run(command, cwd=self.checkout, check=True)

    def path(self, *names):
        return self.checkout.joinpath("target", self.folder, *names)

    def commit(self):
        command = ["git", "rev-parse", "--short", "HEAD"]
        found = subprocess.run(command, cwd=self.checkout, capture_output=True, text=True)
        return found.stdout.strip() or "?"

    def solve(self, game):
        self.tables.mkdir(parents=True, exist_ok=True)
        command = [self.path("bagh"), "solve", "--game", game, "--tables", self.tables, "--yes"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Service:
    """A running service of a version; ends with the block."""

    def __init__(self, version, address, files=None):
        command = [str(version.path("bagh")), "serve", "--no-solve", "--address", address]
        command += ["--tables", str(version.tables)]
        known = subprocess.run(
            [version.path("bagh"), "serve", "--help"], capture_output=True, text=True
        )
        if "--no-online" in known.stdout:
            command.append("--no-online")
        if files:
            # A service that may open few files.
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        self.command, self.address = command, address

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://{self.address}/healthz", timeout=1).read()
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        self.process.kill()
        sys.exit(f"{' '.join(self.command)}: the service does not answer")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def run(program, *args):
    """What one of the examples prints."""
    found = subprocess.run(
        [str(program), *map(str, args)], capture_output=True, text=True, check=False
    )
    if found.returncode:
        sys.exit(f"{program} {' '.join(map(str, args))}: {found.stderr.strip()}")
    return found.stdout + found.stderr


def numbers(pattern, text):
    """The groups of the first match, or dashes."""
    found = re.search(pattern, text, re.MULTILINE)
    return found.groups() if found else ("–",) * re.compile(pattern).groups


LATENCY = r"median ([\d.]+) ms, 99 % ([\d.]+) ms, most ([\d.]+) ms, (\d+) failed"


def attacks(args):
    """Each attack: what it is called, its arguments, limits, and what is told of it."""

    def beside(what):
        def told(text):
            median, most, _, failed = numbers(r"besieged: \d+ lookups, " + LATENCY, text)
            (answered,) = numbers(what + r" *: (\d+)", text)
            return f"median {median} ms, 99 % within {most} ms, {failed} failed; {answered} answered"

        return told

    def slowest(text):
        _, _, most, failed = numbers(r"besieged: \d+ lookups, " + LATENCY, text)
        return f"{most} ms, {failed} failed"

    def bodies(text):
        answered, refused = numbers(r"honest batches: (\d+) answered, (\d+) refused", text)
        return f"{answered} answered, {refused} refused"

    def few_files(text):
        healthy, lookups, failed, most = numbers(
            r"others: (\d+) times healthy, (\d+) lookups, (\d+) failed, the slowest after (\d+) ms",
            text,
        )
        return f"{most} ms, {failed} failed, {healthy} and {lookups} answered"

    def memory(text):
        (served,) = numbers(r"readers still served: (\d+)", text)
        (held,) = numbers(r"memory with them: (\d+) MB", text)
        (left,) = numbers(r"memory 5 s after they left: (\d+) MB", text)
        return f"{served} served, {held} MB; {left} MB 5 s after they left"

    some = lambda number: args.clients or number
    seconds = args.seconds
    return [
        (
            f"{some(30)} clients with batches of 1,000: single lookups beside them, batches",
            ["batches", "--clients", some(30), "--seconds", seconds],
            None,
            beside("batches"),
        ),
        (
            f"{some(30)} clients that ask for lines: single lookups beside them, lines",
            ["lines", "--clients", some(30), "--seconds", seconds],
            None,
            beside("lines"),
        ),
        (
            f"4 requests for counts of {args.counts} that are not stored: the slowest lookup",
            ["counts", "--game", args.counts, "--clients", 4, "--seconds", max(seconds, 20)],
            None,
            slowest,
        ),
        (
            f"{some(66)} connections that announce a body and send one byte: honest batches",
            ["bodies", "--clients", some(66), "--seconds", seconds],
            None,
            bodies,
        ),
        (
            f"{some(700)} downloads at 100 bytes a second, with `ulimit -n 1024`: `/healthz` and a lookup",
            ["readers", "--clients", some(700), "--seconds", 2 * seconds],
            1024,
            few_files,
        ),
        (
            f"{some(10_300)} such downloads, without that limit: memory",
            ["readers", "--clients", some(10_300), "--seconds", 2 * seconds],
            None,
            memory,
        ),
    ]


def loads(args):
    """The load comparison: positions in a request, whether with their moves."""
    usual = ["--seconds", args.seconds, "--games", 20 if args.clients else 400]
    return [
        ("1", [*usual]),
        ("100", [*usual, "--batch", 100]),
        ("1,000", [*usual, "--batch", 1000]),
        ("1,000, values only", [*usual, "--batch", 1000, "--moves", "false"]),
    ]


def load_told(text):
    found = numbers(r"positions +([\d.]+) a second", text)
    within = numbers(r"99 % ([\d.]+) ms", text)
    memory = re.findall(r"s: ([\d.]+) MB", text)
    return f"{found[0]} a second, 99 % within {within[0]} ms, {memory[-1] if memory else '–'} MB"


def table(head, rows):
    print(f"\n| {' | '.join(head)} |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=pathlib.Path, help="a checkout of the version before")
    parser.add_argument("--after", type=pathlib.Path, default=ROOT, help="a checkout of the version after; by default this one")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "siege", help="where tables are kept")
    parser.add_argument("--game", default="bagh-chal", help="the game that is looked up")
    parser.add_argument("--counts", default="aadu-puli", help="a game whose counts take long")
    parser.add_argument("--seconds", type=int, default=15, help="seconds of an attack, about")
    parser.add_argument("--clients", type=int, default=0, help="attackers, instead of as many as each attack has")
    parser.add_argument("--only", default="", help="only attacks whose name holds this; `load` for the load")
    parser.add_argument("--profile", default="release", help="the profile of cargo")
    parser.add_argument("--address", default="127.0.0.1:8099")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    versions = [
        Version("before", args.before, args.work, args.profile),
        Version("after", args.after, args.work, args.profile),
    ]
    for version in versions:
        version.build("-p", "bagh-cli")
        for game in dict.fromkeys([args.game, args.counts]):
            version.solve(game)
    # The attackers are the same for both.
    attackers = versions[1]
    attackers.build("-p", "bagh-service", "--example", "siege", "--example", "load")
    siege, load = (attackers.path("examples", name) for name in ("siege", "load"))

    commits = [version.commit() for version in versions]
    print(f"before: {commits[0]}, after: {commits[1]}; {os.cpu_count()} processors, {args.game}")
    rows = []
    for what, words, files, told in attacks(args):
        if args.only not in what:
            continue
        row = [what]
        for version in versions:
            for stored in version.tables.glob("*/counted-*.json"):
                stored.unlink()
            with Service(version, args.address, files):
                game = [] if "--game" in words else ["--game", args.game]
                row.append(told(run(siege, *words, *game, "--address", args.address)))
        print(json.dumps(row), file=sys.stderr, flush=True)
        rows.append(row)
    if rows:
        table(["attack", f"before ({commits[0]})", f"after ({commits[1]})"], rows)
    rows = []
    if args.only in "load":
        for what, words in loads(args):
            row = [what]
            for version in versions:
                with Service(version, args.address):
                    text = run(load, *words, "--game", args.game, "--address", args.address)
                    row.append(load_told(text))
            print(json.dumps(row), file=sys.stderr, flush=True)
            rows.append(row)
        table(["positions in a request", f"before ({commits[0]})", f"after ({commits[1]})"], rows)


if __name__ == "__main__":
    main()
