/* UNGUARD.C：WUZIQI.C的“五分钟解法”
   去掉越界判断的样子，所以是错的：
   它不问往这个方向走，
   棋盘还够不够四点。

   黑方有11、12、13、14和15，
   五个数是连着的，
   但14在一列之末，15在下一列之首。 */

#include <stdio.h>

/* 棋子，按落子的先后排列：
   p[i] % 15是行号，
   p[i] / 15是列号。 */
int p[225] = {
  11, 224, 12, 223, 13, 222, 14, 221, 15
};

/* 一共有几枚棋子。 */
int n = 9;

/* 刚走完的一方，
   在这个编号的点上有没有子？ */
int own[225];

void Collect(void);
int AllStones(void);
int Five(int q, int step);

int main(void)
{
  if (AllStones())
    printf("Black has won. (That is wrong!)\n");
  else
    printf("Nobody has won yet.\n");
  return 0;
}

/* 把刚走完的一方的棋子挑出来：
   隔一枚是一枚。 */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* 对刚走完一方的每枚棋子，
   查八个方向：后面四点也都是吗？ */
int AllStones(void)
{
  int i, q;

  Collect();
  for (i = (n + 1) % 2; i < n; i += 2) {
    q = p[i];
    if (Five(q, -1))
      return 1;
    if (Five(q, 1))
      return 1;
    if (Five(q, -15))
      return 1;
    if (Five(q, 15))
      return 1;
    if (Five(q, -16))
      return 1;
    if (Five(q, 16))
      return 1;
    if (Five(q, 14))
      return 1;
    if (Five(q, -14))
      return 1;
  }
  return 0;
}

/* 后面四点是不是也都是他的子？
   点的编号不小于0，不大于224。 */
int Five(int q, int step)
{
  int i, next;

  for (i = 1; i <= 4; i++) {
    next = q + i * step;
    if (next < 0 || next > 224)
      return 0;
    if (!own[next])
      return 0;
  }
  return 1;
}
