/* THREE.C：从三局游戏中，
   开局库学到什么，权重学到什么。

   桌上有五根火柴，
   两人轮流拿，每次拿一根或两根，
   拿到最后一根的人赢。 */

#include <stdio.h>

/* 三局游戏：每一步之前还剩几根，
   最后是0。 */
int games[3][6] = {
  { 5, 4, 2, 0 },
  { 5, 4, 3, 1, 0 },
  { 5, 3, 2, 0 }
};

/* 开局库：剩0到5根，共六个局面。
   走过哪些着，从几根到几根？
   一个局面对轮到走的一方值多少？
   1是胜，-1是负，
   0是还不知道。 */
int positions = 6;
int played[6][6];
int worth[6];

/* 权重：程序认为剩三根时，
   对轮到走的一方值多少，
   单位是百分之一局。 */
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

/* 学一局：先把走过的着记入开局库，
   再调整权重。 */
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

/* 求每个局面的值，从终局往回算。
   没有火柴可拿的人输。 */
void CarryBack(void)
{
  int left;

  worth[0] = -1;
  for (left = 1; left < positions; left++)
    worth[left] = Worth(left);
}

/* 走过的着中取最好的。
   对一方好，就是对另一方坏。 */
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

/* 在剩三根的地方，
   拿结果与预测相比，看差了多少。
   权重只改差数的四分之一。 */
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
