/* WEIGHT.C：下完一局棋，
   自学程序怎样调整一个权重。

   程序预测局面值多少，
   办法是把局面中所有棋形的权重
   加起来。下完一局，它就更清楚了。
   这里看其中一个权重怎样变化。

   不用实数：
   把一子分成许多小份，除法都四舍五入。 */

#include <stdio.h>

/* 一个局面有多少个棋形。 */
#define PATTERNS 352

/* 这一局：有几个局面，
   黑方的结果是多少子。 */
int positions = 9;
int result = 64;

/* 每个局面：轮到谁走，
   1是黑方，-1是白方；
   所有权重合起来对这一方的预测，
   单位是百分之一子；
   我们这个权重的棋形出现了几次。 */
int side[240] = { 1, -1, 1, -1, 1, -1, 1, -1, 1 };
int v[240] = {
  -1796, -1768, -1609, -1585, -1346,
  -1496, -1211, -1416, -913
};
int found[240] = { 0, 0, 1, 0, 1, 0, 2, 0, 2 };

/* 每次预测与应有的值差多少，
   单位是十万分之一子。 */
long error[240];

/* 权重，单位是一亿分之一子。 */
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

/* 从最后一个局面往回走。
   target是黑方应有的值：
   在最后一个局面就是结果；
   再往前，这个值占七成，
   后一局面的预测占三成。

   预测的值都是对轮到走的一方说的，
   target却是黑方的：
   所以轮到白方走时，
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

/* 棋形每出现一次，
   权重就按误差动一点：
   取误差的百分之六，由所有棋形分摊。 */
void MoveWeight(void)
{
  int i, k;

  for (i = positions - 1; i >= 0; i--)
    for (k = 0; k < found[i]; k++)
      weight += Divide(60 * error[i], PATTERNS);
}

/* a / b，四舍五入到整数。
   b不是负数。 */
long Divide(long a, long b)
{
  if (a < 0)
    return -((b / 2 - a) / b);
  return (a + b / 2) / b;
}
