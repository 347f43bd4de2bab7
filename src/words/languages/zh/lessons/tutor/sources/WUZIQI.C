/* WUZIQI.C：一局五子棋谁赢
   了？三种算法，答案相同。

   一局棋是一份棋谱：每子两
   位，从 0 到 e，先列后行。
   第 1、3、5……子是黑子。 */

#include <stdio.h>

/* 按落子次序的棋子。点
   的编号是 15 * 列 +
   行：所以 p[i] % 15 是
   行，p[i] / 15 是列。 */
int p[225];

/* 有多少个子。 */
int n;

/* 棋盘，先行后列：1 是黑
   子，2 是白子，0 是空点。 */
int Board[15][15];

/* 最后一方在这个号
   码的点上有子吗？ */
int own[225];

/* 八个方向：一步往下几
   行，往右几列。相邻两
   个是同一条线的两头。 */
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

/* 把棋谱读进 p、n 和 Board。返
   回子数，不是棋谱时返回 -1：
   有字符不是数字，最后一子没有
   行，或者一点用了两次。 */
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

/* 从 0 到 e 的数字的值，不是时为 -1。 */
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

/* 收集最后一方的子：
   隔一个取一个。只有
   这一方可能赢。 */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* 五分钟解法：对最后一方的
   每个子，往八个方向看，接
   着的四个也在吗？只问后面
   还有四个点的方向。 */
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

/* 接着的四个点也是他的吗？ */
int Five(int q, int step)
{
  int i;

  for (i = 1; i <= 4; i++)
    if (!own[q + i * step])
      return 0;
  return 1;
}

/* 十五分钟解法：连五只
   会在过最后一子的四条
   线上。每条线往两头数
   这一方的子，除它自己
   还有四个就是连五。 */
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

/* a、b 和 4 里最小的。 */
int Least(int a, int b)
{
  if (b < a)
    a = b;
  if (a > 4)
    a = 4;
  return a;
}

/* 同样的办法，用表 dx 和
   dy 把八个循环合成一个。 */
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

/* 点 q 往方向 j 接着有几个这
   一方的子，最多数到四个。 */
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

/* 在一个方向上，第 k 行或
   列之外还有几个点。行或
   列不变的方向不受限制。 */
int Left(int k, int step)
{
  if (step == 1)
    return 14 - k;
  if (step == -1)
    return k;
  return 14;
}

/* 打印一种算法的结果。 */
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
