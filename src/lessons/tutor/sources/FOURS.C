/* FOURS.C: a win by fours in gomoku. A four must
   be answered at once, and on one point. So an
   attack made of nothing but fours needs no
   guesses about the answers. */

#include <stdio.h>

/* The board, the row first: 1 is black, 2 is
   white, 0 is an empty point. */
int Board[15][15];

/* The number of rows and columns that are in
   use. */
int size = 15;

/* The player who attacks, and the other one. */
int side, other;

/* The moves of the win, and their number.
   The number of a point is 15 * column + row. */
int win[225], moves;

/* Was a line of fours cut short, because no more
   of them were allowed? */
int cut;

/* The four directions of a line: how many rows a
   step goes down, and how many columns to the
   right. */
int down[4] = { 0, 1, 1, -1 };
int right[4] = { 1, 0, 1, 1 };

/* The empty points that Window has found. */
int empty[5];

int Fours(int player);
int Attack(int n);
int Four(int p, int q, int n);
int FindFive(int player, int but);
int Fits(int row, int col, int d);
int Window(int row, int col, int d, int player);
void Put(int p, int player);
void TakeBack(void);

int main(void)
{
  int i, p;

  /* Black has three in row 7, closed at one end,
     and two in column 8. */
  Board[7][5] = 1;
  Board[7][6] = 1;
  Board[7][7] = 1;
  Board[9][8] = 1;
  Board[10][8] = 1;
  Board[7][4] = 2;
  Board[0][0] = 2;
  Board[14][0] = 2;
  Board[9][14] = 2;
  Board[14][14] = 2;
  if (Fours(1)) {
    printf("Black wins:");
    for (i = 0; i < moves; i++) {
      p = win[i];
      printf(" %x%x", p / 15, p % 15);
    }
    printf("\n");
  } else
    printf("Black has no win by fours.\n");
  return 0;
}

/* Can the player win by fours alone? First one
   four is allowed, then two, and so on: this
   finds the shortest win. It gives up when it
   has cut no line short. */
int Fours(int player)
{
  int n;

  side = player;
  other = 3 - player;
  moves = 0;
  n = 0;
  do {
    n++;
    cut = 0;
    if (Attack(n))
      return 1;
  } while (cut);
  return 0;
}

/* Can the side win with at most n fours? Then the
   stones of the win stay on the board. */
int Attack(int n)
{
  int five, stop, d, row, col, a, b;

  five = FindFive(side, -1);
  if (five >= 0) {
    Put(five, side);
    return 1;
  }

  /* The other one may threaten five as well. Then
     only a four on that very point will do, and
     two such points are too many. */
  stop = FindFive(other, -1);
  if (stop >= 0 && FindFive(other, stop) >= 0)
    return 0;

  /* Three stones and two empty points in a window
     of five: a stone on one makes a four, and the
     other is the answer. */
  for (d = 0; d < 4; d++)
    for (row = 0; row < size; row++)
      for (col = 0; col < size; col++) {
        if (!Fits(row, col, d))
          continue;
        if (Window(row, col, d, side) != 3)
          continue;
        if (n == 0) {
          cut = 1;
          return 0;
        }
        a = empty[0];
        b = empty[1];
        if (stop < 0 || stop == a)
          if (Four(a, b, n))
            return 1;
        if (stop < 0 || stop == b)
          if (Four(b, a, n))
            return 1;
      }
  return 0;
}

/* Does a four on p, answered on q, lead to a
   win? */
int Four(int p, int q, int n)
{
  Put(p, side);
  Put(q, other);
  if (Attack(n - 1))
    return 1;
  TakeBack();
  TakeBack();
  return 0;
}

/* A point where a stone of the player makes five,
   other than the one in but; -1 when there is
   none. */
int FindFive(int player, int but)
{
  int d, row, col;

  for (d = 0; d < 4; d++)
    for (row = 0; row < size; row++)
      for (col = 0; col < size; col++)
        if (Fits(row, col, d)
            && Window(row, col, d, player) == 4
            && empty[0] != but)
          return empty[0];
  return -1;
}

/* Are there five points from this one on? */
int Fits(int row, int col, int d)
{
  row += 4 * down[d];
  col += 4 * right[d];
  return row >= 0 && row < size && col < size;
}

/* How many stones the player has on the five
   points from this one on; 0 when the opponent
   has one there. The array empty gets
   empty. */
int Window(int row, int col, int d, int player)
{
  int i, count, free;

  count = 0;
  free = 0;
  for (i = 0; i < 5; i++) {
    if (Board[row][col] == 3 - player)
      return 0;
    if (Board[row][col] == player)
      count++;
    else {
      empty[free] = 15 * col + row;
      free++;
    }
    row += down[d];
    col += right[d];
  }
  return count;
}

/* Drops a stone of the player on the point. */
void Put(int p, int player)
{
  Board[p % 15][p / 15] = player;
  win[moves] = p;
  moves++;
}

/* Takes the last stone back. */
void TakeBack(void)
{
  moves--;
  Board[win[moves] % 15][win[moves] / 15] = 0;
}
