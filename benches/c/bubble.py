# A bubble sort of 80 bars, each drawn anew when it has moved.
import sys

BLACK = 0
screen = [[0] * 640 for _ in range(480)]
bars = [0] * 80


def bar(left, top, right, bottom, fill):
    line = [fill] * (right - left + 1)
    for y in range(top, bottom + 1):
        screen[y][left : right + 1] = line


def draw(n):
    bar(8 * n, 0, 8 * n + 6, 479, BLACK)
    bar(8 * n, 479 - bars[n], 8 * n + 6, 479, 1 + bars[n] % 15)


def work(rounds):
    moved = 0
    while rounds > 0:
        rounds -= 1
        moved = 0
        for i in range(80):
            bars[i] = i * 37 % 80 * 5 + 20
            draw(i)
        for i in range(80):
            for j in range(79 - i):
                if bars[j] > bars[j + 1]:
                    bars[j], bars[j + 1] = bars[j + 1], bars[j]
                    draw(j)
                    draw(j + 1)
                    moved += 1
    return moved


print(work(int(sys.argv[1])))
