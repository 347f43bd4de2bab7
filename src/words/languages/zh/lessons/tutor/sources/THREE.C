/* THREE.C：一本开局库和一个
   权值从三局棋里学到什么。

   有五根火柴，双方轮
   流拿一根或两根，拿
   到最后一根的赢。 */

#include <stdio.h>

/* 各局：每着之前剩几
   根火柴，最后是 0。 */
int games[3][6] = {
  { 5, 4, 2, 0 },
  { 5, 4, 3, 1, 0 },
  { 5, 3, 2, 0 }
};

/* 开局库：0 到 5 根火柴，
   六个局面。下过哪些着，从
   几根到几根？局面对轮到的
   一方值多少：1 是胜，-1
   是负，0 是不知道。 */
int positions = 6;
int played[6][6];
int worth[6];

/* 权值：程序认为剩三根
   火柴对轮到的一方值多
   少，以百分之一局计。 */
int weight;

/* 最近一次预测的误差。 */
int error;

void Learn(int game);
void CarryBack(void);
int Worth(int left);
void MoveWeight(int game);

int main(void)
{
  int game;

  for (game = 0; game < 3; game++) {
    Learn(game);
    printf("Game %d: ", game + 1);
    printf("the start is %d, ", worth[5]);
    printf("the weight %d.\n", weight);
  }
  return 0;
}

/* 从一局学习：先把各着记
   进开局库，再改权值。 */
void Learn(int game)
{
  int i, left, next;

  for (i = 0; games[game][i] > 0; i++) {
    left = games[game][i];
    next = games[game][i + 1];
    played[left][next] = 1;
  }
  CarryBack();
  MoveWeight(game);
}

/* 从终局往前算每个局面值多少。
   没有火柴可拿的一方输了。 */
void CarryBack(void)
{
  int left;

  worth[0] = -1;
  for (left = 1; left < positions; left++)
    worth[left] = Worth(left);
}

/* 下过的着里最好的。对一
   方好就是对另一方坏。 */
int Worth(int left)
{
  int take, best, v;

  best = 0;
  for (take = 1; take <= 2; take++)
    if (take <= left
        && played[left][left - take]) {
      v = -worth[left - take];
      if (best == 0 || v > best)
        best = v;
    }
  return best;
}

/* 剩三根火柴的地方，结
   果告诉我们预测错了多
   少。权值改四分之一。 */
void MoveWeight(int game)
{
  int i, result;

  result = -100;
  i = 0;
  while (games[game][i] > 0)
    i++;
  while (i > 0) {
    i--;
    result = -result;
    if (games[game][i] == 3) {
      error = result - weight;
      weight += error / 4;
    }
  }
}
