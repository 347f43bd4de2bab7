/* Turbo C's graphics and keyboard for the tests: each call is written down as a line of its own. Keys come from standard
   input, a number on each line; when there are none left the program ends. */
#include <stdio.h>
#include <stdlib.h>
#include <bios.h>
#include <conio.h>
#include <dos.h>
#include <graphics.h>

/* The drivers of single functions are not interested. */
int silent = 0;

#ifdef GAME
/* The global variables of QIPAN.C, written down before each key. */
extern int Map[8][8], t, tries, score[3];

static void write_state(void)
{
    int i;

    printf("state ");
    for (i = 0; i < 64; i++)
        printf("%d", Map[i / 8][i % 8]);
    printf(" %d %d %d %d\n", t, tries, score[1], score[2]);
}
#endif

static void write_call(const char *name, int count, int a, int b, int c, int d)
{
    int numbers[4], i;

    if (silent)
        return;
    numbers[0] = a;
    numbers[1] = b;
    numbers[2] = c;
    numbers[3] = d;
    printf("%s", name);
    for (i = 0; i < count; i++)
        printf(" %d", numbers[i]);
    printf("\n");
}

int bioskey(int cmd)
{
    static int key, waits;

#ifdef GAME
    write_state();
#endif
    write_call("bioskey", 1, cmd, 0, 0, 0);
    if (!waits && scanf("%d", &key) != 1) {
        if (cmd == 1)
            return 0;
        exit(0);
    }
    /* bioskey(1) leaves the key where it is. */
    waits = cmd == 1;
    return key;
}

int getch(void)
{
    return bioskey(0) & 0xFF;
}

int kbhit(void)
{
    return 0;
}

void initgraph(int *driver, int *mode, char *path)
{
    *driver = 9;
    *mode = 2;
    if (!silent)
        printf("initgraph %s\n", path);
}

void closegraph(void)
{
    write_call("closegraph", 0, 0, 0, 0, 0);
}

void setcolor(int color)
{
    write_call("setcolor", 1, color, 0, 0, 0);
}

void setfillstyle(int pattern, int color)
{
    write_call("setfillstyle", 2, pattern, color, 0, 0);
}

void bar(int left, int top, int right, int bottom)
{
    write_call("bar", 4, left, top, right, bottom);
}

void line(int x1, int y1, int x2, int y2)
{
    write_call("line", 4, x1, y1, x2, y2);
}

void putpixel(int x, int y, int color)
{
    write_call("putpixel", 3, x, y, color, 0);
}

void circle(int x, int y, int radius)
{
    write_call("circle", 3, x, y, radius, 0);
}

void delay(unsigned ms)
{
    write_call("delay", 1, (int)ms, 0, 0, 0);
}

void fillellipse(int x, int y, int xradius, int yradius)
{
    write_call("fillellipse", 4, x, y, xradius, yradius);
}

void settextstyle(int font, int direction, int size)
{
    write_call("settextstyle", 3, font, direction, size, 0);
}

void outtextxy(int x, int y, char *text)
{
    if (!silent)
        printf("outtextxy %d %d %s\n", x, y, text);
}
