/* LIFE.C：康韦的“生命游戏”。邻居有两个或三个的细胞活下去，
   空格周围正好有三个细胞时长出新的。按任意键结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <stdlib.h>
#include <time.h>

#define COLS 64
#define ROWS 48

char cell[ROWS][COLS], next[ROWS][COLS];

int neighbours(int x, int y)
{
  int left = (x + COLS - 1) % COLS, right = (x + 1) % COLS;
  int up = (y + ROWS - 1) % ROWS, down = (y + 1) % ROWS;

  return cell[up][left] + cell[up][x] + cell[up][right]
       + cell[y][left] + cell[y][right]
       + cell[down][left] + cell[down][x] + cell[down][right];
}

void draw(int x, int y)
{
  setfillstyle(SOLID_FILL, cell[y][x] ? LIGHTGREEN : BLACK);
  bar(10 * x, 10 * y, 10 * x + 8, 10 * y + 8);
}

int main(void)
{
  int gd = DETECT, gm, x, y, n;

  initgraph(&gd, &gm, "");
  randomize();
  for (y = 0; y < ROWS; y++)
    for (x = 0; x < COLS; x++) {
      cell[y][x] = random(4) == 0;
      draw(x, y);
    }
  while (!kbhit()) {
    delay(100);
    for (y = 0; y < ROWS; y++)
      for (x = 0; x < COLS; x++) {
        n = neighbours(x, y);
        next[y][x] = n == 3 || (n == 2 && cell[y][x]);
      }
    for (y = 0; y < ROWS; y++)
      for (x = 0; x < COLS; x++)
        if (cell[y][x] != next[y][x]) {
          cell[y][x] = next[y][x];
          draw(x, y);
        }
  }
  getch();
  closegraph();
  return 0;
}
