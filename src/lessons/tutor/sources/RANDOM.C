/* RANDOM.C: a player of Othello that makes any
   move. */

#include <stdio.h>
#include <stdlib.h>

/* The discs on the board: 1 is black, 2 is white,
   0 is an empty cell. The row comes first. The
   game sets them before it calls Choose. */
int Map[8][8] = {
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 2, 1, 0, 0, 0 },
  { 0, 0, 0, 1, 2, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 }
};

int Choose(int t);
int Gains(int row, int col, int t);
int Inside(int row, int col);

/* Tries the first move of the game. */
int main(void)
{
  printf("%d\n", Choose(1));
  return 0;
}

/* Returns the cell for the move of turn t, as the
   number 8 * row + column. Each move has the same
   chance: the nth replaces the choice in one of n
   cases. */
int Choose(int t)
{
  int row, col, n, chosen;

  n = 0;
  chosen = -1;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Gains(row, col, t) > 0) {
        n++;
        if (rand() % n == 0)
          chosen = 8 * row + col;
      }
  return chosen;
}

/* How many discs would a disc of turn t on this
   cell turn over? */
int Gains(int row, int col, int t)
{
  int own, down, right, r, c, n, all;

  if (Map[row][col] != 0)
    return 0;
  own = 2 - t % 2;
  all = 0;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      n = 0;
      r = row + down;
      c = col + right;
      while (Inside(r, c)
          && Map[r][c] == 3 - own) {
        n++;
        r += down;
        c += right;
      }
      if (Inside(r, c) && Map[r][c] == own)
        all += n;
    }
  return all;
}

/* Is there such a row and column? */
int Inside(int row, int col)
{
  return row >= 0 && row < 8
      && col >= 0 && col < 8;
}
