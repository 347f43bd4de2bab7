# The sieve of Eratosthenes for the odd numbers below 16384.
import sys

flags = [0] * 8191


def work(rounds):
    count = 0
    while rounds > 0:
        rounds -= 1
        count = 0
        i = 0
        while i < 8191:
            flags[i] = 1
            i += 1
        i = 0
        while i < 8191:
            if flags[i]:
                prime = i + i + 3
                k = i + prime
                while k < 8191:
                    flags[k] = 0
                    k += prime
                count += 1
            i += 1
    return count


print(work(int(sys.argv[1])))
