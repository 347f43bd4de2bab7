/* TABLE.C: QpChange once more. The eight pieces
   of code of QIPAN.C differ only by signs. Here
   the signs stand in a table, and one piece of
   code goes through it. */

#include <bios.h>
#include <graphics.h>

/* The stones on the board: 1 is black, 2 is
   white, 0 is an empty cell. The row comes
   first. */
int Map[8][8];

/* The eight directions, in the order of QIPAN.C:
   how many rows a step goes down, and how many
   columns to the right. */
int Down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
int Right[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };

int QpChange(int x, int y, int t);
int CellsLeft(int n, int step);
void TurnOver(int row, int col, int t);

/* Sets the four stones up and drops a black one
   on the cell in row 2 and column 3. */
int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  TurnOver(3, 3, 2);
  TurnOver(3, 4, 1);
  TurnOver(4, 3, 1);
  TurnOver(4, 4, 2);
  if (QpChange(240, 200, 1))
    TurnOver(2, 3, 1);
  bioskey(0);
  closegraph();
  return 0;
}

/* Looks in the eight directions from the cell at
   (x,y), where a stone of turn t is dropped, and
   turns over what it encloses. Returns yes: 1 if
   the board changed, else 0. */
int QpChange(int x, int y, int t)
{
  int row, col, own, other, yes;
  int d, left, r, c, i, j;

  row = (y - 120) / 40;
  col = (x - 120) / 40;
  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  yes = 0;
  for (d = 0; d < 8; d++) {
    left = CellsLeft(row, Down[d]);
    if (left > CellsLeft(col, Right[d]))
      left = CellsLeft(col, Right[d]);
    if (left < 2)
      continue;
    r = row + Down[d];
    c = col + Right[d];
    i = 1;
    while (i < left && Map[r][c] == other) {
      r += Down[d];
      c += Right[d];
      i++;
    }
    if (Map[r][c] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j * Down[d],
                 col + j * Right[d], own);
        yes = 1;
      }
  }
  return yes;
}

/* How many cells there are beyond row or column n
   in a direction. One that stays in its row or
   column sets no limit. */
int CellsLeft(int n, int step)
{
  if (step == 1)
    return 7 - n;
  if (step == -1)
    return n;
  return 7;
}

/* Makes the stone of a cell one of turn t, in Map
   and on the screen. */
void TurnOver(int row, int col, int t)
{
  int color;

  if (t % 2 == 1) {
    Map[row][col] = 1;
    color = BLACK;
  } else {
    Map[row][col] = 2;
    color = WHITE;
  }
  setcolor(color);
  setfillstyle(SOLID_FILL, color);
  fillellipse(120 + 40 * col, 120 + 40 * row,
              15, 15);
}
