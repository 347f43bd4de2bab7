/* AHEAD.C: a player of Othello that looks a few
   moves ahead. */

#include <stdio.h>

/* How many moves it looks ahead. */
#define DEPTH 3

/* More than any position is worth. */
#define MOST 30000

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

/* The worth of each cell: a corner is safe for
   ever, and a cell beside it gives it away. */
int Worth[8][8] = {
  { 99, -20, 9, 5, 5, 9, -20, 99 },
  { -20, -40, -2, -2, -2, -2, -40, -20 },
  { 9, -2, 3, 1, 1, 3, -2, 9 },
  { 5, -2, 1, 0, 0, 1, -2, 5 },
  { 5, -2, 1, 0, 0, 1, -2, 5 },
  { 9, -2, 3, 1, 1, 3, -2, 9 },
  { -20, -40, -2, -2, -2, -2, -40, -20 },
  { 99, -20, 9, 5, 5, 9, -20, 99 }
};

/* The best cell for the first move. */
int best;

int Choose(int t);
int Look(int t, int depth, int alpha, int beta);
void Drop(int row, int col, int t);
int Value(int t);
int Gains(int row, int col, int t);
int Inside(int row, int col);

/* Tries the first move of the game. */
int main(void)
{
  printf("%d\n", Choose(1));
  return 0;
}

/* Returns the cell for the move of turn t, as the
   number 8 * row + column. */
int Choose(int t)
{
  best = -1;
  Look(t, DEPTH, -MOST, MOST);
  return best;
}

/* The value of the position for turn t, when both
   look ahead. Alpha is what turn t has elsewhere,
   beta the most that the other player gives. */
int Look(int t, int depth, int alpha, int beta)
{
  int before[8][8];
  int row, col, r, c, value, moves;

  if (depth == 0)
    return Value(t);
  for (r = 0; r < 8; r++)
    for (c = 0; c < 8; c++)
      before[r][c] = Map[r][c];
  moves = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      if (Gains(row, col, t) == 0)
        continue;
      moves++;
      Drop(row, col, t);
      value = -Look(t + 1, depth - 1,
          -beta, -alpha);
      for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++)
          Map[r][c] = before[r][c];
      if (value > alpha) {
        alpha = value;
        if (depth == DEPTH)
          best = 8 * row + col;
      }
      if (alpha >= beta)
        return alpha;
    }
  if (moves == 0)
    return Value(t);
  return alpha;
}

/* Drops a disc of turn t, and turns over what it
   encloses. */
void Drop(int row, int col, int t)
{
  int own, down, right, r, c;

  own = 2 - t % 2;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      while (Inside(r, c)
          && Map[r][c] == 3 - own) {
        r += down;
        c += right;
      }
      if (Inside(r, c) && Map[r][c] == own)
        while (r != row || c != col) {
          r -= down;
          c -= right;
          Map[r][c] = own;
        }
    }
  Map[row][col] = own;
}

/* The worth of the cells of turn t, less that of
   the other player's. */
int Value(int t)
{
  int row, col, own, value;

  own = 2 - t % 2;
  value = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Map[row][col] == own)
        value += Worth[row][col];
      else if (Map[row][col] != 0)
        value -= Worth[row][col];
  return value;
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
