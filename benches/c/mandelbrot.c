/* The Mandelbrot set in 64 x 48 points. */
int work(int rounds)
{
  int row, col, n, inside = 0;
  double x, y, a, b, t;

  while (rounds-- > 0) {
    inside = 0;
    for (row = 0; row < 48; row++)
      for (col = 0; col < 64; col++) {
        a = col / 20.0 - 2.2;
        b = row / 20.0 - 1.2;
        x = y = 0;
        for (n = 0; n < 50 && x * x + y * y < 4; n++) {
          t = x * x - y * y + a;
          y = 2 * x * y + b;
          x = t;
        }
        if (n == 50)
          inside++;
      }
  }
  return inside;
}
