/* WUZIQI.C: who has won a game of gomoku? Three
   algorithms that give the same answer.

   A game is a record: for each stone two digits
   from 0 to e, its column and its row. Stones 1,
   3, 5... are black. */

#include <stdio.h>

/* The stones in the order in which they were
   dropped. The number of a point is 15 * column +
   row: so p[i] % 15 is the row, p[i] / 15 the
   column. */
int p[225];

/* The number of stones. */
int n;

/* The board, the row first: 1 is black, 2 is
   white, 0 is an empty point. */
int Board[15][15];

/* Does the player who moved last have a stone on
   the point of this number? */
int own[225];

/* The eight directions: how many rows a step goes
   down, and how many columns to the right. Two
   neighbours are the two ways of one line. */
int dx[8] = { 0, 0, 1, -1, 1, -1, 1, -1 };
int dy[8] = { 1, -1, 0, 0, 1, -1, -1, 1 };

int ReadRecord(char *text);
int Digit(int c);
void Collect(void);
int AllStones(void);
int Five(int q, int step);
int LastStone(void);
int Least(int a, int b);
int Table(void);
int Run(int q, int j);
int Left(int k, int step);
void PrintWin(char *name, int won);

int main(void)
{
  ReadRecord("000110112021303140");
  PrintWin("All stones", AllStones());
  PrintWin("Last stone", LastStone());
  PrintWin("Table", Table());
  return 0;
}

/* Reads a record into p, n and Board. Returns the
   number of stones, or -1 when it is none: a
   character is no digit, the last stone has no
   row, or a point is used twice. */
int ReadRecord(char *text)
{
  int i, row, col;

  n = 0;
  for (row = 0; row < 15; row++)
    for (col = 0; col < 15; col++)
      Board[row][col] = 0;
  for (i = 0; text[i] != '\0'; i += 2) {
    col = Digit(text[i]);
    if (col < 0)
      return -1;
    row = Digit(text[i + 1]);
    if (row < 0)
      return -1;
    if (Board[row][col] != 0)
      return -1;
    p[n] = 15 * col + row;
    n++;
    if (n % 2 == 1)
      Board[row][col] = 1;
    else
      Board[row][col] = 2;
  }
  return n;
}

/* The value of a digit from 0 to e, or -1. */
int Digit(int c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'e')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'E')
    return c - 'A' + 10;
  return -1;
}

/* Collects the stones of the player who moved
   last: every other one. Only this player can
   have won. */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* The five-minute solution: for each stone of the
   last player, in all eight directions: are the
   next four there too? A direction is asked only
   where the board has four more points. */
int AllStones(void)
{
  int i, q, row, col;

  Collect();
  for (i = (n + 1) % 2; i < n; i += 2) {
    q = p[i];
    row = q % 15;
    col = q / 15;
    if (row >= 4 && Five(q, -1))
      return 1;
    if (row <= 10 && Five(q, 1))
      return 1;
    if (col >= 4 && Five(q, -15))
      return 1;
    if (col <= 10 && Five(q, 15))
      return 1;
    if (row >= 4 && col >= 4 && Five(q, -16))
      return 1;
    if (row <= 10 && col <= 10 && Five(q, 16))
      return 1;
    if (row >= 4 && col <= 10 && Five(q, 14))
      return 1;
    if (row <= 10 && col >= 4 && Five(q, -14))
      return 1;
  }
  return 0;
}

/* Are the next four points the player's, too? */
int Five(int q, int step)
{
  int i;

  for (i = 1; i <= 4; i++)
    if (!own[q + i * step])
      return 0;
  return 1;
}

/* The fifteen-minute solution: a five can only be
   on one of the four lines through the last
   stone. On each it counts the player's stones
   both ways. Four besides the stone itself are
   five in a row. */
int LastStone(void)
{
  int i, q, row, col, most, count;

  if (n == 0)
    return 0;
  Collect();
  q = p[n - 1];
  row = q % 15;
  col = q / 15;

  /* Up and to the right. */
  count = 0;
  most = Least(row, 14 - col);
  for (i = 1; i <= most; i++) {
    if (!own[q - i + 15 * i])
      break;
    count++;
  }
  /* Down and to the left. */
  most = Least(14 - row, col);
  for (i = 1; i <= most; i++) {
    if (!own[q + i - 15 * i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* Up and to the left. */
  count = 0;
  most = Least(row, col);
  for (i = 1; i <= most; i++) {
    if (!own[q - i - 15 * i])
      break;
    count++;
  }
  /* Down and to the right. */
  most = Least(14 - row, 14 - col);
  for (i = 1; i <= most; i++) {
    if (!own[q + i + 15 * i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* Up. */
  count = 0;
  most = Least(row, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q - i])
      break;
    count++;
  }
  /* Down. */
  most = Least(14 - row, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q + i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* To the left. */
  count = 0;
  most = Least(col, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q - 15 * i])
      break;
    count++;
  }
  /* To the right. */
  most = Least(14 - col, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q + 15 * i])
      break;
    count++;
  }
  return count >= 4;
}

/* The least of a, b and 4. */
int Least(int a, int b)
{
  if (b < a)
    a = b;
  if (a > 4)
    a = 4;
  return a;
}

/* The judge above, its eight loops folded into
   one by the tables dx and dy. */
int Table(void)
{
  int j, q, count;

  if (n == 0)
    return 0;
  Collect();
  q = p[n - 1];
  for (j = 0; j < 8; j += 2) {
    count = Run(q, j);
    count += Run(q, j + 1);
    if (count >= 4)
      return 1;
  }
  return 0;
}

/* The number of the player's stones behind the
   point q in direction j, at most four. */
int Run(int q, int j)
{
  int i, step, most;

  step = dx[j] + 15 * dy[j];
  most = Least(Left(q % 15, dx[j]),
               Left(q / 15, dy[j]));
  for (i = 1; i <= most; i++)
    if (!own[q + i * step])
      return i - 1;
  return most;
}

/* The number of points beyond row or column k in
   a direction. A direction along the row or
   column sets no limit. */
int Left(int k, int step)
{
  if (step == 1)
    return 14 - k;
  if (step == -1)
    return k;
  return 14;
}

/* Prints the answer of an algorithm. */
void PrintWin(char *name, int won)
{
  if (won && n % 2 == 1)
    printf("%s: black has won.\n", name);
  else if (won)
    printf("%s: white has won.\n", name);
  else if (n == 225)
    printf("%s: a draw.\n", name);
  else
    printf("%s: nobody has won yet.\n", name);
}
