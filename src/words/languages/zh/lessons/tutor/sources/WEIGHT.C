/* WEIGHT.C：一局棋怎样改
   动自学程序的一个权值。

   程序预测局面值多少：把找到
   的所有棋形的权值加起来。下
   完一局它就更明白了。这里看
   其中一个权值会怎样变。

   没有用实数：子数用很小的份
   来计，每次除法都四舍五入。 */

#include <stdio.h>

/* 一个局面有多少个棋形。 */
#define PATTERNS 352

/* 这一局：有多少个局面，
   黑方的结果，以子计。 */
int positions = 9;
int result = 64;

/* 每个局面：轮到谁，黑方是
   1，白方是 -1；所有权值合
   起来给这一方的预测，以百
   分之一子计；我们这个权值
   的棋形出现几次。 */
int side[240] = { 1, -1, 1, -1, 1, -1, 1, -1, 1 };
int v[240] = {
  -1796, -1768, -1609, -1585, -1346,
  -1496, -1211, -1416, -913
};
int found[240] = { 0, 0, 1, 0, 1, 0, 2, 0, 2 };

/* 每次预测同应有的值差多
   少，以十万分之一子计。 */
long error[240];

/* 权值，以一亿分之一子计。 */
long weight = 4647000;

void Learn(void);
void FindErrors(void);
void MoveWeight(void);
long Divide(long a, long b);

int main(void)
{
  printf("The weight before: %ld\n", weight);
  Learn();
  printf("The weight after: %ld\n", weight);
  return 0;
}

void Learn(void)
{
  FindErrors();
  MoveWeight();
}

/* 从最后一个局面往前走。
   target 是黑方应有的值：
   最后一个局面就是结果。
   前一个局面从它学七分，
   从后一步的预测学三分。

   各值都是轮到的一方
   的，target 却是黑
   方的：轮到白方时，
   进出都要变号。 */
void FindErrors(void)
{
  long target, own;
  int i;

  target = result * 100000L;
  for (i = positions - 1; i >= 0; i--) {
    own = v[i] * 1000L;
    error[i] = side[i] * target - own;
    target = 7 * target + 3 * side[i] * own;
    target = Divide(target, 10);
  }
}

/* 棋形每出现一次，权值就
   按误差改一点：百分之
   六，由所有棋形分摊。 */
void MoveWeight(void)
{
  int i, k;

  for (i = positions - 1; i >= 0; i--)
    for (k = 0; k < found[i]; k++)
      weight += Divide(60 * error[i], PATTERNS);
}

/* a / b，四舍五
   入。b 不是负数。 */
long Divide(long a, long b)
{
  if (a < 0)
    return -((b / 2 - a) / b);
  return (a + b / 2) / b;
}
