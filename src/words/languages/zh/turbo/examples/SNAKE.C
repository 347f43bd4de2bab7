/* SNAKE.C：方向键转弯，吃苹果变长，按Esc结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLS 32
#define ROWS 22
#define MOST 300
#define COLOR(x, y) getpixel(20 * (x) + 9, 20 * (y) + 29)

int bx[MOST], by[MOST], length = 4;    /* 蛇身，[0]是头 */
int ax, ay;    /* 苹果 */

void square(int x, int y, int color)
{
  setfillstyle(SOLID_FILL, color);
  bar(20 * x, 20 + 20 * y, 20 * x + 18, 38 + 20 * y);
}

void new_apple(void)
{
  do {
    ax = random(COLS);
    ay = random(ROWS);
  } while (COLOR(ax, ay) != BLACK);
  square(ax, ay, LIGHTRED);
}

int main(void)
{
  int gd = DETECT, gm, n, key = 0, dx = 1, dy = 0, x, y;

  initgraph(&gd, &gm, "");
  randomize();
  rectangle(-1, 18, 640, 461);
  for (n = 0; n < length; n++) {
    bx[n] = 10 - n;
    by[n] = 10;
    square(bx[n], by[n], LIGHTGREEN);
  }
  new_apple();
  while (key != 27) {
    if (kbhit()) {
      key = getch();
      if (key == 0)
        key = getch() + 256;    /* 方向键先送0，再送一个数 */
      switch (key) {
        case 328: dx = 0;  dy = -1; break;
        case 336: dx = 0;  dy = 1;  break;
        case 331: dx = -1; dy = 0;  break;
        case 333: dx = 1;  dy = 0;  break;
      }
    }
    x = bx[0] + dx;
    y = by[0] + dy;
    if (x < 0 || x >= COLS || y < 0 || y >= ROWS || COLOR(x, y) == LIGHTGREEN)
      break;
    square(bx[length - 1], by[length - 1], BLACK);
    if (x == ax && y == ay && length < MOST)
      length++;
    for (n = length - 1; n > 0; n--) {
      bx[n] = bx[n - 1];
      by[n] = by[n - 1];
    }
    bx[0] = x;
    by[0] = y;
    square(x, y, LIGHTGREEN);
    if (x == ax && y == ay)
      new_apple();
    delay(120);
  }
  closegraph();
  printf("The snake had a length of %d.\n", length);
  getch();
  return 0;
}
