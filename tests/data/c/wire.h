/* Numbers between a test and a driver: 16 bits each, the low byte first. */
#include <stdio.h>
#include <stdlib.h>

/* The next number; the driver ends when there is none. */
static int get(void)
{
    int low = getchar(), high = getchar();

    if (high == EOF)
        exit(0);
    return high < 128 ? 256 * high + low : 256 * high + low - 65536;
}

static void put(long number)
{
    putchar((int)(number & 255));
    putchar((int)(number >> 8 & 255));
}
