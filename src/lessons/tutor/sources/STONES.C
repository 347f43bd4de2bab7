/* STONES.C: a board, and the eight directions. */

#include <bios.h>
#include <graphics.h>

/* 1 is black, 2 is white, 0 is empty. The row
   comes first. */
int Map[8][8] = {
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 1, 0, 0, 1, 0, 0, 0 },
  { 0, 0, 2, 0, 2, 0, 1, 0 },
  { 0, 0, 0, 2, 2, 2, 0, 0 },
  { 0, 1, 2, 2, 0, 2, 2, 1 },
  { 0, 0, 0, 2, 2, 1, 0, 0 },
  { 0, 0, 2, 0, 1, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 }
};

void DrawBoard(void);
int Caught(int row, int col, int down, int right);

int main(void)
{
  int gd = DETECT, gm;
  int down, right, n;

  initgraph(&gd, &gm, "");
  DrawBoard();
  /* Black looks from row 4, column 4. */
  setcolor(YELLOW);
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      n = Caught(4, 4, down, right);
      if (n > 0)
        line(280, 280, 280 + 40 * right * (n + 1),
             280 + 40 * down * (n + 1));
    }
  bioskey(0);
  return 0;
}

/* Draws the board. Cell (row, col) has its middle
   at (120 + 40 * col, 120 + 40 * row). */
void DrawBoard(void)
{
  int i, row, col;

  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  setcolor(WHITE);
  for (i = 0; i <= 8; i++) {
    line(100, 100 + 40 * i, 420, 100 + 40 * i);
    line(100 + 40 * i, 100, 100 + 40 * i, 420);
  }
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Map[row][col] != 0) {
        setcolor(BLACK);
        setfillstyle(SOLID_FILL, BLACK);
        if (Map[row][col] == 2)
          setfillstyle(SOLID_FILL, WHITE);
        fillellipse(120 + 40 * col,
                    120 + 40 * row, 15, 15);
      }
}

/* Walks from a cell in one direction over white
   stones. Returns their number if a black one
   comes next, else 0. */
int Caught(int row, int col, int down, int right)
{
  int n;

  n = 0;
  row += down;
  col += right;
  while (row >= 0 && row < 8
      && col >= 0 && col < 8
      && Map[row][col] == 2) {
    n++;
    row += down;
    col += right;
  }
  if (row < 0 || row > 7 || col < 0 || col > 7)
    return 0;
  if (Map[row][col] == 1)
    return n;
  return 0;
}
