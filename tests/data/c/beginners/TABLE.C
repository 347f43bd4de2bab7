#include <stdio.h>

int table[10][10];

main()
{
  int row, col;

  for (row = 1; row < 10; row++) {
    for (col = 1; col <= row; col++) {
      table[row][col] = row * col;
      printf("%4d", table[row][col]);
    }
    printf("\n");
  }
  return 0;
}
