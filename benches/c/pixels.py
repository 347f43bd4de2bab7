# Paints each point of the screen and then fills a frame, as large as the screen.
import sys

BLACK, WHITE = 0, 15
screen = [[0] * 640 for _ in range(480)]


def putpixel(x, y, color):
    if 0 <= x < 640 and 0 <= y < 480:
        screen[y][x] = color


def getpixel(x, y):
    if 0 <= x < 640 and 0 <= y < 480:
        return screen[y][x]
    return 0


def floodfill(x, y, border, fill):
    todo = [(x, y)]
    while todo:
        x, y = todo.pop()
        line = screen[y]
        if line[x] == border or line[x] == fill:
            continue
        left = x
        while left > 0 and line[left - 1] != border:
            left -= 1
        right = x
        while right < 639 and line[right + 1] != border:
            right += 1
        line[left : right + 1] = [fill] * (right - left + 1)
        for row in (y - 1, y + 1):
            if 0 <= row < 480:
                other = screen[row]
                for x in range(left, right + 1):
                    if other[x] != border and other[x] != fill:
                        if x == left or other[x - 1] == border:
                            todo.append((x, row))


def work(rounds):
    for n in range(rounds):
        for y in range(480):
            for x in range(640):
                putpixel(x, y, (x + y + n) % 7)
        for x in range(640):
            putpixel(x, 0, WHITE)
            putpixel(x, 479, WHITE)
        for y in range(480):
            putpixel(0, y, WHITE)
            putpixel(639, y, WHITE)
        floodfill(320, 240, WHITE, n % 7 + 8)
    return getpixel(0, 0) + getpixel(638, 478)


print(work(int(sys.argv[1])))
