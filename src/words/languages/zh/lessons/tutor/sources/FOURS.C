/* FOURS.C：五子棋的连续冲四
   取胜。冲四必须马上应，而且
   只有一点可应。所以只用冲四
   进攻，不必猜对方怎样应。 */

#include <stdio.h>

/* 棋盘，先行后列：1 是黑
   子，2 是白子，0 是空点。 */
int Board[15][15];

/* 用其中的几
   行几列。 */
int size = 15;

/* 进攻的一方，和另一方。 */
int side, other;

/* 取胜的各着，和有多少着。
   点的编号是 15 * 列 + 行。 */
int win[225], moves;

/* 有没有一串冲四因为
   次数用完而中断？ */
int cut;

/* 线的四个方向：
   一步往下几行，
   往右几列。 */
int down[4] = { 0, 1, 1, -1 };
int right[4] = { 1, 0, 1, 1 };

/* Window 找到的空点。 */
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

  /* 黑方在第 7 行有一头被挡的
     三子，在第 8 列有两子。 */
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

/* 只用冲四能赢吗？先准许一次
   冲四，再两次，依此类推：这
   样找到最短的胜法。再没有哪
   一串中断时就放弃。 */
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

/* side 一方最多冲 n 次四能赢吗？
   能赢时取胜的子留在棋盘上。 */
int Attack(int n)
{
  int five, stop, d, row, col, a, b;

  five = FindFive(side, -1);
  if (five >= 0) {
    Put(five, side);
    return 1;
  }

  /* 对方也可能要成五。这时只有
     正好在那一点冲四才行，有两
     个这样的点就来不及了。 */
  stop = FindFive(other, -1);
  if (stop >= 0 && FindFive(other, stop) >= 0)
    return 0;

  /* 连着五点里有三子两空：
     一个空点下子就成冲四，
     另一个是对方的应手。 */
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

/* 在 p 冲四、对方
   应在 q，能赢吗？ */
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

/* 这一方下子就成五
   的点，but 那点除
   外；没有时是 -1。 */
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

/* 从这一点起有五个点吗？ */
int Fits(int row, int col, int d)
{
  row += 4 * down[d];
  col += 4 * right[d];
  return row >= 0 && row < size && col < size;
}

/* 从这一点起的五个点
   上这一方有几子；对
   方有子时是 0。数组
   empty 记下空点。 */
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

/* 替这一方在这一点落子。 */
void Put(int p, int player)
{
  Board[p % 15][p / 15] = player;
  win[moves] = p;
  moves++;
}

/* 拿回最后一子。 */
void TakeBack(void)
{
  moves--;
  Board[win[moves] % 15][win[moves] / 15] = 0;
}
