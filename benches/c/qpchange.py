# The lines of QpChange in QIPAN.C, for the benchmark beside this file.
import sys

Map = [[0] * 8 for _ in range(8)]


def TurnOver(row, col, t):
    if t % 2 == 1:
        Map[row][col] = 1
    else:
        Map[row][col] = 2


def QpChange(x, y, t):
    row = (y - 120) // 40
    col = (x - 120) // 40
    if t % 2 == 1:
        own = 1
    else:
        own = 2
    other = 3 - own
    yes = 0

    # To the right.
    if col < 6:
        i = 1
        while col + i < 7 and Map[row][col + i] == other:
            i += 1
        if Map[row][col + i] == own:
            j = 1
            while j < i:
                TurnOver(row, col + j, own)
                yes = 1
                j += 1

    # Down and to the right.
    if row < 6 and col < 6:
        i = 1
        while row + i < 7 and col + i < 7 and Map[row + i][col + i] == other:
            i += 1
        if Map[row + i][col + i] == own:
            j = 1
            while j < i:
                TurnOver(row + j, col + j, own)
                yes = 1
                j += 1

    # Down.
    if row < 6:
        i = 1
        while row + i < 7 and Map[row + i][col] == other:
            i += 1
        if Map[row + i][col] == own:
            j = 1
            while j < i:
                TurnOver(row + j, col, own)
                yes = 1
                j += 1

    # Down and to the left.
    if row < 6 and col > 1:
        i = 1
        while row + i < 7 and col - i > 0 and Map[row + i][col - i] == other:
            i += 1
        if Map[row + i][col - i] == own:
            j = 1
            while j < i:
                TurnOver(row + j, col - j, own)
                yes = 1
                j += 1

    # To the left.
    if col > 1:
        i = 1
        while col - i > 0 and Map[row][col - i] == other:
            i += 1
        if Map[row][col - i] == own:
            j = 1
            while j < i:
                TurnOver(row, col - j, own)
                yes = 1
                j += 1

    # Up and to the left.
    if row > 1 and col > 1:
        i = 1
        while row - i > 0 and col - i > 0 and Map[row - i][col - i] == other:
            i += 1
        if Map[row - i][col - i] == own:
            j = 1
            while j < i:
                TurnOver(row - j, col - j, own)
                yes = 1
                j += 1

    # Up.
    if row > 1:
        i = 1
        while row - i > 0 and Map[row - i][col] == other:
            i += 1
        if Map[row - i][col] == own:
            j = 1
            while j < i:
                TurnOver(row - j, col, own)
                yes = 1
                j += 1

    # Up and to the right.
    if row > 1 and col < 6:
        i = 1
        while row - i > 0 and col + i < 7 and Map[row - i][col + i] == other:
            i += 1
        if Map[row - i][col + i] == own:
            j = 1
            while j < i:
                TurnOver(row - j, col + j, own)
                yes = 1
                j += 1

    return yes


def work(rounds):
    found = 0
    while rounds > 0:
        rounds -= 1
        found = 0
        seed = 1
        for n in range(10000):
            if n % 16 == 0:
                for i in range(64):
                    seed = (seed * 25173 + 13849) & 0xFFFF
                    Map[i // 8][i % 8] = (seed >> 8) % 3
            found += QpChange(120 + 40 * (n % 8), 120 + 40 * (n // 8 % 8), 1 + n % 2)
    return found


print(work(int(sys.argv[1])))
