"""Whether a history of one counter is linearizable: whether all of its calls can be put into one order, each at a moment between its start and
its end, so that one counter alone would have answered them so (Herlihy and Wing, 1990). A call that got no answer happened at any moment after its
start, or never.

usage: linearizable.py     tries the checker with histories that are, and that are not
"""
import collections
import math
import sys

# `kind` is add, write or read; `argument` what is written; `result` what was told, None where nothing was. Times in seconds.
Call = collections.namedtuple("Call", "kind argument result start end")

# Numbers that are written lie so far from each other that what was told tells which of them was counted on from.
SPREAD = 100_000


def step(call, state):
    """The counter after the call, and what it tells."""
    if call.kind == "add":
        return state + 1, state + 1
    if call.kind == "write":
        return call.argument, call.argument
    return state, state


def is_linearizable(calls, start=0):
    """The search of Wing and Gong (1993) with what Lowe (2017) remembers: no set of calls is tried twice with one state."""
    told = sorted((c for c in calls if c.result is not None), key=lambda c: (c.start, c.end))
    seen = {c.result // SPREAD for c in told}
    # Reads that nobody was told of say nothing. A write that nobody saw and that nobody was told of might as well not have been.
    unsure_adds = sorted(c.start for c in calls if c.result is None and c.kind == "add")
    unsure_writes = sorted(
        (c for c in calls if c.result is None and c.kind == "write" and c.argument // SPREAD in seen), key=lambda c: c.start)
    visited = set()
    # Calls that are done: all before `low` and those of the mask, which begins there; unsure adds are as good as each other.
    stack = [(0, 0, 0, 0, start)]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        visited.add(node)
        low, mask, adds, writes, state = node
        if low == len(told):
            return True
        # What has ended comes before what begins later.
        horizon, candidates = math.inf, []
        for index in range(low, len(told)):
            if told[index].start > horizon:
                break
            if not mask >> (index - low) & 1:
                horizon = min(horizon, told[index].end)
                candidates.append(index)
        # A read that tells what is the case may as well happen now: nothing else is in its way, and it is in the way of nothing.
        reads = [i for i in candidates if told[i].kind == "read" and told[i].start <= horizon and told[i].result == state]
        if reads:
            for index in reads:
                mask |= 1 << (index - low)
            while mask & 1:
                low, mask = low + 1, mask >> 1
            stack.append((low, mask, adds, writes, state))
            continue
        # Those that are tried first are put on the stack last.
        for number, call in enumerate(unsure_writes):
            if call.start <= horizon and not writes >> number & 1:
                stack.append((low, mask, adds, writes | 1 << number, call.argument))
        if adds < len(unsure_adds) and unsure_adds[adds] <= horizon:
            stack.append((low, mask, adds + 1, writes, state + 1))
        for index in reversed(candidates):
            call = told[index]
            after, result = step(call, state)
            if call.start > horizon or result != call.result:
                continue
            next_low, next_mask = low, mask | 1 << (index - low)
            while next_mask & 1:
                next_low, next_mask = next_low + 1, next_mask >> 1
            stack.append((next_low, next_mask, adds, writes, after))
    return False


def shortest_fault(calls, start=0):
    """How many of the calls, in the order of their ends, are needed to see the fault; the last of them shows it."""
    ordered = sorted((c for c in calls if c.result is not None), key=lambda c: c.end)
    low, high = 0, len(ordered)
    while high - low > 1:
        middle = (low + high) // 2
        until = ordered[middle - 1].end
        # What had begun by then may have happened already.
        part = [c if c.end <= until else c._replace(result=None) for c in calls if c.start <= until]
        if is_linearizable(part, start):
            low = middle
        else:
            high = middle
    return ordered[high - 1]


def main():
    def call(kind, start, end, result=None, argument=None):
        return Call(kind, argument, result, start, end)
    cases = [
        ("nothing", True, []),
        ("one after another", True, [call("add", 0, 1, 1), call("add", 2, 3, 2), call("read", 4, 5, 2)]),
        ("at the same time, in the other order", True, [call("add", 0, 5, 2), call("add", 1, 4, 1)]),
        ("a change is lost", False, [call("add", 0, 1, 1), call("add", 2, 3, 1)]),
        ("a change is made twice", False, [call("add", 0, 1, 1), call("add", 2, 3, 3)]),
        ("a change that was not told was made", True, [call("add", 0, 1, 1), call("add", 1, 2), call("add", 3, 4, 3)]),
        ("a change that was not told was made before it was asked for", False, [call("add", 0, 1, 2), call("add", 2, 3)]),
        ("a change that was not told was made long after", True, [call("add", 0, 1), call("read", 2, 3, 0), call("read", 4, 5, 1)]),
        ("a change that was not told was made twice", False, [call("add", 0, 1), call("read", 2, 3, 2)]),
        ("a read of what was before", False, [call("add", 0, 1, 1), call("read", 2, 3, 0)]),
        ("a read while it changes", True, [call("add", 0, 5, 1), call("read", 1, 2, 1), call("read", 3, 4, 1)]),
        ("two reads that disagree on the order", False, [call("add", 0, 9, 1), call("read", 1, 2, 1), call("read", 3, 4, 0)]),
        ("a write between", True, [call("add", 0, 1, 1), call("write", 2, 3, SPREAD, SPREAD), call("add", 4, 5, SPREAD + 1)]),
        ("a write that is lost", False, [call("write", 0, 1, SPREAD, SPREAD), call("add", 2, 3, 1)]),
        ("a write that comes back", False, [
            call("write", 0, 1, SPREAD, SPREAD), call("write", 2, 3, 2 * SPREAD, 2 * SPREAD), call("read", 4, 5, SPREAD)]),
        ("a write that was not told comes late", True, [
            call("write", 0, 1, None, SPREAD), call("add", 2, 3, 1), call("read", 4, 5, SPREAD)]),
        ("a write that was not told comes twice", False, [
            call("write", 0, 1, None, SPREAD), call("read", 2, 3, SPREAD), call("write", 4, 5, 2 * SPREAD, 2 * SPREAD), call("read", 6, 7, SPREAD)]),
        # Six clients, each of which adds while the others do.
        ("many at the same time", True, [call("add", n // 6, n // 6 + 1.5, n + 1) for n in range(600)]),
        ("many at the same time, one lost", False, [call("add", n // 6, n // 6 + 1.5, n + 1 - (n >= 400)) for n in range(600)]),
        # As old as the history is long, all of them.
        ("many reads of any age", True, [call("add", n, n + 0.5, n + 1) for n in range(300)] + [
            call("read", -300, n + 0.7, n // 2) for n in range(300)]),
    ]
    for name, expected, calls in cases:
        if is_linearizable(calls) != expected:
            sys.exit(f"linearizable: '{name}' is taken for {'none' if expected else 'one'}")
    print(f"the checker is right about {len(cases)} histories")


if __name__ == "__main__":
    main()
