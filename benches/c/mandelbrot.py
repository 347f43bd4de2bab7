# The Mandelbrot set in 64 x 48 points.
import sys


def work(rounds):
    inside = 0
    while rounds > 0:
        rounds -= 1
        inside = 0
        row = 0
        while row < 48:
            col = 0
            while col < 64:
                a = col / 20.0 - 2.2
                b = row / 20.0 - 1.2
                x = y = 0.0
                n = 0
                while n < 50 and x * x + y * y < 4:
                    t = x * x - y * y + a
                    y = 2 * x * y + b
                    x = t
                    n += 1
                if n == 50:
                    inside += 1
                col += 1
            row += 1
    return inside


print(work(int(sys.argv[1])))
