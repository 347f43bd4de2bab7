//! Functions of the library that call functions of the program: they are written in C, and a file that names one has it too.

/// The name of each, and its text. Those that move elements are also told how many bytes and cells one takes of what their pointer leads
/// to.
pub(crate) const HELPERS: [(&str, &str); 8] = [
    (
        "atexit",
        "static void (*_exits[32])(void);
        static int _exit_count;
        static int atexit(void (*f)(void))
        {
          if (_exit_count == 32)
            return 1;
          _exits[_exit_count++] = f;
          return 0;
        }
        static int _at_end(int status)
        {
          while (_exit_count > 0)
            _exits[--_exit_count]();
          return status;
        }",
    ),
    (
        "bsearch",
        "static void *bsearch(void *key, void *base, unsigned count, unsigned size, int (*compare)(), unsigned bytes,
          unsigned cells)
        {
          struct _cell { char c; } *at = base;
          unsigned low = 0, middle, wide = bytes > 0 ? size / bytes * cells : 1;
          int where;

          while (low < count)
          {
            middle = low + (count - low) / 2;
            where = compare(key, at + middle * wide);
            if (where == 0)
              return at + middle * wide;
            if (where < 0)
              count = middle;
            else
              low = middle + 1;
          }
          return 0;
        }",
    ),
    (
        "cabs",
        "struct complex { double x, y; };
        static double cabs(struct complex z)
        {
          return sqrt(z.x * z.x + z.y * z.y);
        }",
    ),
    (
        "div",
        "struct _div { int quot, rem; };
        static struct _div div(int a, int b)
        {
          struct _div both;
          both.quot = a / b;
          both.rem = a % b;
          return both;
        }",
    ),
    (
        "ldiv",
        "struct _ldiv { long quot, rem; };
        static struct _ldiv ldiv(long a, long b)
        {
          struct _ldiv both;
          both.quot = a / b;
          both.rem = a % b;
          return both;
        }",
    ),
    (
        "lfind",
        "static void *lfind(void *key, void *base, void *count, unsigned size, int (*compare)(), unsigned bytes, unsigned cells)
        {
          struct _cell { char c; } *at = base;
          unsigned n, wide = bytes > 0 ? size / bytes * cells : 1;

          for (n = 0; n < *(unsigned *) count; n++)
            if (compare(key, at + n * wide) == 0)
              return at + n * wide;
          return 0;
        }",
    ),
    (
        "lsearch",
        "static void *lsearch(void *key, void *base, void *count, unsigned size, int (*compare)(), unsigned bytes, unsigned cells)
        {
          struct _cell { char c; } *at = base, *from = key;
          unsigned n, k, wide = bytes > 0 ? size / bytes * cells : 1;

          for (n = 0; n < *(unsigned *) count; n++)
            if (compare(key, at + n * wide) == 0)
              return at + n * wide;
          for (k = 0; k < wide; k++)
            at[n * wide + k] = from[k];
          ++*(unsigned *) count;
          return at + n * wide;
        }",
    ),
    // A cell is moved as a struct, since it may hold nothing yet.
    (
        "qsort",
        "static void qsort(void *base, unsigned count, unsigned size, int (*compare)(), unsigned bytes, unsigned cells)
        {
          struct _cell { char c; } *at = base, held, *one, *two;
          unsigned gap, i, j, k, wide = bytes > 0 ? size / bytes * cells : 1;

          for (gap = count / 2; gap > 0; gap /= 2)
            for (i = gap; i < count; i++)
              for (j = i; j >= gap; j -= gap)
              {
                one = at + (j - gap) * wide;
                two = at + j * wide;
                if (compare(one, two) <= 0)
                  break;
                for (k = 0; k < wide; k++)
                {
                  held = one[k];
                  one[k] = two[k];
                  two[k] = held;
                }
              }
        }",
    ),
];

/// What runs when `main` has ended or `exit` was called, in a program that calls `atexit`.
pub(crate) const AT_END: &str = "_at_end";

/// Which argument of a helper points to elements.
pub(crate) fn base(name: &str) -> Option<usize> {
    match name {
        "qsort" => Some(0),
        "bsearch" | "lfind" | "lsearch" => Some(1),
        _ => None,
    }
}
