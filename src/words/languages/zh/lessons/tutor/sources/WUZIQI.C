/* WUZIQI.C：五子棋谁赢了？
   三种算法，答案相同。

   一局棋就是一份棋谱：
   每枚子用两个数字，各从0到e，先列后行。
   单数枚是黑棋，双数枚是白棋。 */

#include <stdio.h>

/* 棋子，按落子的先后排列。
   点的编号是15 * 列 + 行：
   所以p[i] % 15是行号，
   p[i] / 15是列号。 */
int p[225];

/* 一共有几枚棋子。 */
int n;

/* 棋盘，行在前：1为黑棋，2为白棋，
   0为空点。 */
int Board[15][15];

/* 刚走完的一方，
   在这个编号的点上有没有子？ */
int own[225];

/* 八个方向：走一步向下几行，
   向右几列。
   相邻的两个是同一条线的两头。 */
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

/* 把棋谱读入p、n和Board。
   返回棋子数；不是棋谱则返回-1：
   有字符不是数字，最后一枚没有行号，
   或者一个点用了两次。 */
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

/* 一个数字的值，从0到e；不是则返回-1。 */
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

/* 把刚走完的一方的棋子挑出来：
   隔一枚是一枚。
   只有这一方才可能赢。 */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* 五分钟解法：对刚走完一方的每枚棋子，
   查八个方向：
   后面四点也都是吗？
   棋盘还够四点的方向才查。 */
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

/* 后面四点是不是也都是他的子？ */
int Five(int q, int step)
{
  int i;

  for (i = 1; i <= 4; i++)
    if (!own[q + i * step])
      return 0;
  return 1;
}

/* 十五分钟解法：要连五，
   只能在经过最后一枚子的四条线上。
   每条线上向两头数
   自己的子。除这枚子外还有四枚，
   就是连五。 */
int LastStone(void)
{
  int i, q, row, col, most, count;

  if (n == 0)
    return 0;
  Collect();
  q = p[n - 1];
  row = q % 15;
  col = q / 15;

  /* 向右上。 */
  count = 0;
  most = Least(row, 14 - col);
  for (i = 1; i <= most; i++) {
    if (!own[q - i + 15 * i])
      break;
    count++;
  }
  /* 向左下。 */
  most = Least(14 - row, col);
  for (i = 1; i <= most; i++) {
    if (!own[q + i - 15 * i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* 向左上。 */
  count = 0;
  most = Least(row, col);
  for (i = 1; i <= most; i++) {
    if (!own[q - i - 15 * i])
      break;
    count++;
  }
  /* 向右下。 */
  most = Least(14 - row, 14 - col);
  for (i = 1; i <= most; i++) {
    if (!own[q + i + 15 * i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* 向上。 */
  count = 0;
  most = Least(row, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q - i])
      break;
    count++;
  }
  /* 向下。 */
  most = Least(14 - row, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q + i])
      break;
    count++;
  }
  if (count >= 4)
    return 1;

  /* 向左。 */
  count = 0;
  most = Least(col, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q - 15 * i])
      break;
    count++;
  }
  /* 向右。 */
  most = Least(14 - col, 4);
  for (i = 1; i <= most; i++) {
    if (!own[q + 15 * i])
      break;
    count++;
  }
  return count >= 4;
}

/* a、b和4中最小的。 */
int Least(int a, int b)
{
  if (b < a)
    a = b;
  if (a > 4)
    a = 4;
  return a;
}

/* 同上，用dx、dy两张表，
   把八段循环合成一段。 */
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

/* 从点q起，往方向j连着有几枚
   自己的子，最多数四枚。 */
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

/* 从第k行（列）起，往这个方向还有几点。
   走起来行（列）不变的方向，
   不受限制。 */
int Left(int k, int step)
{
  if (step == 1)
    return 14 - k;
  if (step == -1)
    return k;
  return 14;
}

/* 显示一种算法的结论。 */
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
