/* FOURS.C：五子棋的连续冲四取胜。
   冲四对方必须应，而且只有一点可应。
   所以一路冲四的进攻，
   不用猜对方怎么走。 */

#include <stdio.h>

/* 棋盘，行在前：1为黑棋，2为白棋，
   0为空点。 */
int Board[15][15];

/* 实际使用的行数
   和列数。 */
int size = 15;

/* 进攻的一方和另一方。 */
int side, other;

/* 取胜的着法，和一共几手。
   点的编号是15 * 列 + 行。 */
int win[225], moves;

/* 有没有哪条冲四的路，
   因为次数用完而没走下去？ */
int cut;

/* 一条线的四个方向：
   走一步向下几行，
   向右几列。 */
int down[4] = { 0, 1, 1, -1 };
int right[4] = { 1, 0, 1, 1 };

/* Window找到的空点。 */
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

  /* 黑方在第7行有一头被堵的三个子，
     在第8列有两个子。 */
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

/* player能不能光靠冲四取胜？
   先只许冲一次，再许冲两次，
   这样找到的是最短的胜法。
   没有哪条路是因次数用完而断的，就不找了。 */
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

/* 最多冲n次能不能取胜？
   能的话，取胜的子留在棋盘上。 */
int Attack(int n)
{
  int five, stop, d, row, col, a, b;

  five = FindFive(side, -1);
  if (five >= 0) {
    Put(five, side);
    return 1;
  }

  /* 对方可能也要连五了。
     那就非冲在那一点上不可；
     有两个这样的点，就来不及了。 */
  stop = FindFive(other, -1);
  if (stop >= 0 && FindFive(other, stop) >= 0)
    return 0;

  /* 五点之中有三个子、两个空点：
     下在一点就成冲四，
     另一点是对方的应手。 */
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

/* 在p冲四，对方应在q，
   往下能不能取胜？ */
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

/* player下在哪一点能连五，
   but这一点不算；
   没有则返回-1。 */
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

/* 从这一点起有没有五点？ */
int Fits(int row, int col, int d)
{
  row += 4 * down[d];
  col += 4 * right[d];
  return row >= 0 && row < size && col < size;
}

/* 从这一点起的五点上player有几个子；
   只要对方也有子，
   就是0。
   空点放进数组empty。 */
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

/* player在这一点落子。 */
void Put(int p, int player)
{
  Board[p % 15][p / 15] = player;
  win[moves] = p;
  moves++;
}

/* 收回最后一枚子。 */
void TakeBack(void)
{
  moves--;
  Board[win[moves] % 15][win[moves] / 15] = 0;
}
