#include <stdio.h>

int a[8] = {5, 2, 9, -1, 7, 3, 8, 0};

void Swap(int *p, int *q)
{
  int t = *p;

  *p = *q;
  *q = t;
}

main()
{
  int i, j;

  for (i = 0; i < 8; i++)
    for (j = 0; j < 7 - i; j++)
      if (a[j] > a[j + 1])
        Swap(&a[j], &a[j + 1]);
  for (i = 0; i < 8; i++)
    printf("%d ", a[i]);
  return 0;
}
