/* MAZE.C: digs a maze, cell by cell, and finds the way
   through it. Both do it by calling themselves. */

#include <conio.h>
#include <stdlib.h>
#include <graphics.h>

#define ROWS 15
#define COLS 20
#define CELL 28
#define X0   40
#define Y0   30

/* A bit for each wall that was taken away: up, right,
   down, left. */
unsigned char Maze[ROWS][COLS];
char Seen[ROWS][COLS];

static const int down[4] = {-1, 0, 1, 0};
static const int right[4] = {0, 1, 0, -1};

int inside(int row, int col)
{
  return row >= 0 && row < ROWS && col >= 0 && col < COLS;
}

void wall(int row, int col, int way)
{
  int x = X0 + col * CELL, y = Y0 + row * CELL;

  switch (way) {
  case 0: line(x + 1, y, x + CELL - 1, y); break;
  case 1: line(x + CELL, y + 1, x + CELL, y + CELL - 1); break;
  case 2: line(x + 1, y + CELL, x + CELL - 1, y + CELL); break;
  default: line(x, y + 1, x, y + CELL - 1);
  }
}

void dig(int row, int col)
{
  int way = random(4), turn = random(2) ? 1 : 3, i, r, c;

  for (i = 0; i < 4; i++, way = (way + turn) % 4) {
    r = row + down[way];
    c = col + right[way];
    if (!inside(r, c) || Maze[r][c] != 0)
      continue;
    Maze[row][col] |= 1 << way;
    Maze[r][c] |= 1 << (way + 2) % 4;
    setcolor(BLACK);
    wall(row, col, way);
    dig(r, c);
  }
}

/* Is there a way from here to the lower right corner? */
int find(int row, int col)
{
  int way, x = X0 + col * CELL + CELL / 2, y = Y0 + row * CELL + CELL / 2;

  Seen[row][col] = 1;
  if (row == ROWS - 1 && col == COLS - 1) {
    moveto(x, y);
    return 1;
  }
  for (way = 0; way < 4; way++)
    if (Maze[row][col] >> way & 1
        && !Seen[row + down[way]][col + right[way]]
        && find(row + down[way], col + right[way])) {
      lineto(x, y);
      return 1;
    }
  return 0;
}

int main(void)
{
  int gd = DETECT, gm, i;

  initgraph(&gd, &gm, "");
  setbkcolor(BLUE);
  srand(1990);
  setcolor(YELLOW);
  for (i = 0; i <= ROWS; i++)
    line(X0, Y0 + i * CELL, X0 + COLS * CELL, Y0 + i * CELL);
  for (i = 0; i <= COLS; i++)
    line(X0 + i * CELL, Y0, X0 + i * CELL, Y0 + ROWS * CELL);
  dig(ROWS / 2, COLS / 2);
  bioskey(0);
  setcolor(LIGHTRED);
  setlinestyle(SOLID_LINE, 0, THICK_WIDTH);
  if (find(0, 0))
    outtextxy(X0, Y0 + ROWS * CELL + 12, "There is a way.");
  bioskey(0);
  closegraph();
  return 0;
}
