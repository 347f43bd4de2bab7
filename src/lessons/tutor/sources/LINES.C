/* LINES.C: a player of gomoku that makes its own
   lines longer and stops the other player's. */

#include <stdio.h>

/* The stones in the order in which they were
   dropped, as in WUZIQI.C: the number of a point
   is 15 * column + row. The game sets them before
   it calls Choose. */
int p[225];

/* The number of stones. */
int n;

/* The board: 1 is black, 2 is white, 0 is an
   empty point. */
int Board[15][15];

/* The worth of a stone in a row of so many. */
int Worth[6] = { 0, 1, 8, 40, 300, 4000 };

int Choose(int t);
int Line(int row, int col, int color);
int Length(int row, int col, int down, int right);
int IsOn(int row, int col, int color);

/* Tries the first move of the game. */
int main(void)
{
  printf("%d\n", Choose(1));
  return 0;
}

/* Returns the number of the point for the stone
   of turn t. */
int Choose(int t)
{
  int i, row, col, own, value, most, chosen;

  for (row = 0; row < 15; row++)
    for (col = 0; col < 15; col++)
      Board[row][col] = 0;
  for (i = 0; i < n; i++)
    Board[p[i] % 15][p[i] / 15] = 1 + i % 2;
  if (n == 0)
    return 15 * 7 + 7;
  own = 2 - t % 2;
  most = -1;
  chosen = -1;
  for (row = 0; row < 15; row++)
    for (col = 0; col < 15; col++) {
      if (Board[row][col] != 0)
        continue;
      value = 2 * Line(row, col, own)
          + Line(row, col, 3 - own);
      if (value > most) {
        most = value;
        chosen = 15 * col + row;
      }
    }
  return chosen;
}

/* The worth of a stone of this colour here: its
   rows in the four lines. */
int Line(int row, int col, int color)
{
  int value;

  Board[row][col] = color;
  value = Worth[Length(row, col, 0, 1)]
      + Worth[Length(row, col, 1, 0)]
      + Worth[Length(row, col, 1, 1)]
      + Worth[Length(row, col, 1, -1)];
  Board[row][col] = 0;
  return value;
}

/* The length of the row through a stone, at most
   5. A shorter row is worth nothing if both ends
   are closed. */
int Length(int row, int col, int down, int right)
{
  int way, r, c, color, length, ends;

  color = Board[row][col];
  length = 1;
  ends = 0;
  for (way = -1; way <= 1; way += 2) {
    r = row + way * down;
    c = col + way * right;
    while (IsOn(r, c, color)) {
      length++;
      r += way * down;
      c += way * right;
    }
    ends += IsOn(r, c, 0);
  }
  if (length >= 5)
    return 5;
  if (ends == 0)
    return 0;
  return length;
}

/* Is there a point with this colour? */
int IsOn(int row, int col, int color)
{
  return row >= 0 && row < 15
      && col >= 0 && col < 15
      && Board[row][col] == color;
}
