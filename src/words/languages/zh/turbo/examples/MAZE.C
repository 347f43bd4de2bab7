/* MAZE.C：自己挖迷宫。按一键重挖一个，按Esc结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <stdlib.h>
#include <time.h>

#define COLS 39
#define ROWS 29
#define SIZE 16

char wall[ROWS][COLS];
int dx[4] = { 0, 1, 0, -1 };
int dy[4] = { -1, 0, 1, 0 };

void clear(int x, int y)
{
  wall[y][x] = 0;
  bar(8 + x * SIZE, 8 + y * SIZE, 7 + (x + 1) * SIZE, 7 + (y + 1) * SIZE);
}

/* 从这里向四个方向挖，次序随机。 */
void dig(int x, int y)
{
  int first = random(4), turn = random(2) ? 1 : 3;
  int n, d, nx, ny;

  clear(x, y);
  delay(5);
  for (n = 0; n < 4; n++) {
    d = (first + n * turn) % 4;
    nx = x + 2 * dx[d];
    ny = y + 2 * dy[d];
    if (nx > 0 && nx < COLS && ny > 0 && ny < ROWS && wall[ny][nx]) {
      clear(x + dx[d], y + dy[d]);
      dig(nx, ny);
    }
  }
}

int main(void)
{
  int gd = DETECT, gm, x, y;

  initgraph(&gd, &gm, "");
  randomize();
  do {
    for (y = 0; y < ROWS; y++)
      for (x = 0; x < COLS; x++)
        wall[y][x] = 1;
    setfillstyle(SOLID_FILL, BLUE);
    bar(8, 8, 7 + COLS * SIZE, 7 + ROWS * SIZE);
    setfillstyle(SOLID_FILL, LIGHTGRAY);
    dig(1, 1);
    clear(0, 1);                  /* 入口 */
    clear(COLS - 1, ROWS - 2);    /* 出口 */
  } while (getch() != 27);
  closegraph();
  return 0;
}
