/* UNGUARD.C：WUZIQI.C 的
   五分钟解法去掉保护，所
   以是错的：它不问棋盘后
   面还有没有四个点。

   黑方有 11、12、13、14 和 15。五
   个号码相连，可是 14 是这一列的
   最后一点，15 是下一列的第一点。 */

#include <stdio.h>

/* 按落子次序的棋子：
   p[i] % 15 是行，
   p[i] / 15 是列。 */
int p[225] = {
  11, 224, 12, 223, 13, 222, 14, 221, 15
};

/* 有多少个子。 */
int n = 9;

/* 最后一方在这个号
   码的点上有子吗？ */
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

/* 收集最后一方的子：
   隔一个取一个。 */
void Collect(void)
{
  int i;

  for (i = 0; i < 225; i++)
    own[i] = 0;
  for (i = (n + 1) % 2; i < n; i += 2)
    own[p[i]] = 1;
}

/* 对最后一方的每个子，往八个
   方向看：接着的四个也在吗？ */
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

/* 接着的四个点也是他的吗？没有
   号码小于 0 或大于 224 的点。 */
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
