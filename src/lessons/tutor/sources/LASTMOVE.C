/* LASTMOVE.C: the last moves of a game of
   Othello, looked ahead to the end by
   alpha-beta. */

#include <stdio.h>

/* The discs on the board: 1 is black, 2 is
   white, 0 is an empty cell. The row comes first.
   This game has four empty cells left. */
int Map[8][8] = {
  { 1, 1, 1, 1, 1, 1, 0, 0 },
  { 1, 1, 2, 2, 1, 0, 0, 2 },
  { 1, 2, 1, 1, 1, 1, 2, 2 },
  { 1, 2, 1, 1, 1, 1, 2, 2 },
  { 1, 2, 1, 2, 2, 1, 1, 2 },
  { 1, 1, 2, 2, 2, 2, 1, 2 },
  { 1, 2, 2, 1, 2, 2, 2, 2 },
  { 2, 2, 2, 2, 2, 2, 2, 2 }
};

/* Whose turn it is: odd is black's, even
   white's. */
int t = 1;

/* The numbers of positions that were looked at
   and of moves that were cut off. */
long looked, cut;

/* The discs that were turned over on the way to
   the current position, the last one at the end:
   8 * row + column each. */
int Turned[1200];
int turns;

int Solve(void);
int Look(int t, int alpha, int beta);
int Moves(int t);
int Drop(int row, int col, int t);
void TakeBack(int row, int col, int count);
int Score(int t);

int main(void)
{
  int value;

  value = Solve();
  printf("The position is worth %d.\n", value);
  printf("%ld positions, ", looked);
  printf("%ld moves cut off.\n", cut);
  return 0;
}

/* The result in discs for the player of turn t,
   when both play as well as they can. */
int Solve(void)
{
  looked = 0;
  cut = 0;
  turns = 0;
  return Look(t, -65, 65);
}

/* The worth of the position to the player of
   turn t.

   What is good for one player is bad for the
   other: so the value of a move is minus the
   value of the position after it. Alpha is what
   the player has elsewhere already. Beta is the
   most that the opponent will allow: when a move
   reaches it, the other moves need no look. */
int Look(int t, int alpha, int beta)
{
  int best, v, row, col, count, left;

  looked++;
  left = Moves(t);
  if (left == 0) {
    if (Moves(t + 1) == 0)
      return Score(t);
    return -Look(t + 1, -beta, -alpha);
  }
  best = -65;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      count = Drop(row, col, t);
      if (count == 0)
        continue;
      v = -Look(t + 1, -beta, -alpha);
      TakeBack(row, col, count);
      left--;
      if (v > best)
        best = v;
      if (best > alpha)
        alpha = best;
      if (best >= beta) {
        cut += left;
        return best;
      }
    }
  return best;
}

/* The number of moves of the player of turn t. */
int Moves(int t)
{
  int row, col, count, moves;

  moves = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      count = Drop(row, col, t);
      if (count > 0) {
        TakeBack(row, col, count);
        moves++;
      }
    }
  return moves;
}

/* Drops a disc of turn t and turns over what it
   encloses. Returns the number of these discs; 0
   means that it did nothing. */
int Drop(int row, int col, int t)
{
  int own, other, down, right, r, c, before;

  if (Map[row][col] != 0)
    return 0;
  own = 2 - t % 2;
  other = 3 - own;
  before = turns;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      while (r >= 0 && r < 8 && c >= 0 && c < 8
          && Map[r][c] == other) {
        r += down;
        c += right;
      }
      if (r < 0 || r > 7 || c < 0 || c > 7
          || Map[r][c] != own)
        continue;
      /* Back to the dropped disc. */
      r -= down;
      c -= right;
      while (r != row || c != col) {
        Map[r][c] = own;
        Turned[turns] = 8 * r + c;
        turns++;
        r -= down;
        c -= right;
      }
    }
  if (turns > before)
    Map[row][col] = own;
  return turns - before;
}

/* Takes back a disc that turned this many
   over. */
void TakeBack(int row, int col, int count)
{
  int r, c;

  Map[row][col] = 0;
  while (count > 0) {
    turns--;
    r = Turned[turns] / 8;
    c = Turned[turns] % 8;
    Map[r][c] = 3 - Map[r][c];
    count--;
  }
}

/* The result of a game that is over, for the
   player of turn t. The empty cells are the
   winner's. */
int Score(int t)
{
  int row, col, own, score, empty;

  own = 2 - t % 2;
  score = 0;
  empty = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      if (Map[row][col] == 0)
        empty++;
      else if (Map[row][col] == own)
        score++;
      else
        score--;
    }
  if (score > 0)
    score += empty;
  if (score < 0)
    score -= empty;
  return score;
}
