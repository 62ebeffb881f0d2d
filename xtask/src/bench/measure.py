"""Runs the programs of one target in turn and prints a line for every run.

The argument is JSON: `sides` is a list of `name`, `runs` and `commands` (argument lists that run one after the
other), `folder` is where outputs go. First every side runs once, unmeasured: that fills the page cache and gives the
outputs that all sides must agree on when `same` is true: the documents of all their commands as one stream. Then the
sides take turns; every run must give the same bytes again.

Printed, with tabs between: `bytes N`, then `NAME SECONDS CPU-SECONDS PEAK-KIB` for each run. The time of several
commands is their sum, the peak that of the largest.

A child that a large process starts counts that process's peak as its own until exec, and Python is larger than what
is measured here. So a shell waits, forked and ready, starts the program when told and ends; the orphan comes to this
process (the kernel calls it a subreaper), which takes its resource usage. The clock runs from the word to the shell
to the end of the program. /bin/true comes out at 1.2 ms and 1 MiB.
"""
import ctypes
import json
import os
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
SHELL = 'echo >&3; read go; "$@" 3>&- &'


def run(argv, folder):
    """-> wall seconds, CPU seconds, peak KiB, output"""
    for _ in range(5):
        measured = try_run(argv, folder)
        if measured:
            return measured
    sys.exit("the shell keeps taking the end of %s" % argv[0])


def try_run(argv, folder):
    """The same; nothing where the shell saw the program's end before this process could."""
    output, errors = os.path.join(folder, "stdout"), os.path.join(folder, "stderr")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for path in (output, errors):
        if os.path.exists(path):
            os.unlink(path)
    out, err = os.open(output, flags), os.open(errors, flags)
    go_read, go_write = os.pipe()
    ready_read, ready_write = os.pipe()
    dup = os.POSIX_SPAWN_DUP2
    actions = [(dup, go_read, 0), (dup, out, 1), (dup, err, 2), (dup, ready_write, 3)]
    shell = os.posix_spawn("/bin/sh", ["sh", "-c", SHELL, "sh", *argv], os.environ, file_actions=actions)
    for file in (out, err, go_read, ready_write):
        os.close(file)
    os.read(ready_read, 1)
    time.sleep(0.002)  # until it waits for the word

    start = time.perf_counter()
    os.write(go_write, b"\n")
    end = status = usage = None
    waiting = 2  # for the shell and the program, in whichever order they end
    while waiting:
        try:
            pid, ended, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        waiting -= 1
        if pid != shell:
            end, status, usage = time.perf_counter(), ended, used
    os.close(go_write)
    os.close(ready_read)
    if usage is None:
        return None
    if status != 0:
        with open(errors, encoding="utf-8", errors="replace") as file:
            sys.exit("`%s` ended with status %d:\n%s" % (" ".join(argv), status, file.read()[-2000:]))
    with open(output, "rb") as file:
        return end - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file.read()


def run_all(side, folder):
    """All commands of a side -> the same, with a list of outputs"""
    runs = [run(argv, folder) for argv in side["commands"]]
    walls, cpus, peaks, outputs = zip(*runs)
    return sum(walls), sum(cpus), max(peaks), outputs


def check(side, expected, outputs):
    one, other = b"---\n".join(expected), b"---\n".join(outputs)
    if one != other:
        same = os.path.commonprefix([one, other])
        place = "line %d of its %d bytes" % (same.count(b"\n") + 1, len(other))
        commands = "; ".join(" ".join(argv) for argv in side["commands"])
        sys.exit("`%s` prints other bytes than the first program: %s" % (commands, place))


def main():
    plan = json.loads(sys.argv[1])
    folder, sides = plan["folder"], plan["sides"]
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit("this system gives orphans to nobody but init; measuring needs Linux")
    expected = [run_all(side, folder)[3] for side in sides]
    if plan["same"]:
        for side, outputs in zip(sides, expected):
            check(side, expected[0], outputs)
    print("bytes", sum(map(len, expected[-1])), sep="\t")
    for number in range(max(side["runs"] for side in sides)):
        for side, first in zip(sides, expected):
            if number < side["runs"]:
                wall, cpu, peak, outputs = run_all(side, folder)
                check(side, first, outputs)
                print(side["name"], "%.6f" % wall, "%.6f" % cpu, peak, sep="\t")


main()
