#include <stdio.h>

#define SIZE 8

int old[SIZE][SIZE], new[SIZE][SIZE];

int Around(int row, int col)
{
  int i, j, n = 0;

  for (i = row - 1; i <= row + 1; i++)
    for (j = col - 1; j <= col + 1; j++)
      if (i >= 0 && i < SIZE && j >= 0 && j < SIZE)
        n += old[i][j];
  return n - old[row][col];
}

main()
{
  int turn, row, col, n;

  old[0][1] = old[1][2] = old[2][0] = old[2][1] = old[2][2] = 1;
  for (turn = 0; turn < 4; turn++) {
    for (row = 0; row < SIZE; row++)
      for (col = 0; col < SIZE; col++) {
        n = Around(row, col);
        new[row][col] = n == 3 || n == 2 && old[row][col];
      }
    for (row = 0; row < SIZE; row++)
      for (col = 0; col < SIZE; col++)
        old[row][col] = new[row][col];
  }
  for (row = 0; row < SIZE; row++) {
    for (col = 0; col < SIZE; col++)
      printf(old[row][col] ? "# " : ". ");
    printf("\n");
  }
  return 0;
}
