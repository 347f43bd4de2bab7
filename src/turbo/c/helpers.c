/*
 * Library functions that call back into the program or combine other library functions. The compiler adds a section to
 * each program that uses one of its functions. A section is compiled again for each file, unless its functions are not static.
 * It sees the library and its own declarations, but no macros.
 */

/* Section: atexit */
static void (*_exits[32])(void);
static int _exit_count;
int atexit(void (*f)(void))
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
}

/* Section: bsearch */
static void *bsearch(void *key, void *base, unsigned count, unsigned size, int (*compare)())
{
  char *at = base;
  unsigned low = 0, middle;
  int where;

  while (low < count)
  {
    middle = low + (count - low) / 2;
    where = compare(key, at + middle * size);
    if (where == 0)
      return at + middle * size;
    if (where < 0)
      count = middle;
    else
      low = middle + 1;
  }
  return 0;
}

/* Section: cabs */
struct complex { double x, y; };
static double cabs(struct complex z)
{
  return sqrt(z.x * z.x + z.y * z.y);
}

/* Section: div */
struct _div { int quot, rem; };
static struct _div div(int a, int b)
{
  struct _div both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

/* Section: int86 int86x intdos intdosx */
/* The BIOS and DOS interrupts that other library functions can answer. */
struct WORDREGS { unsigned ax, bx, cx, dx, si, di, cflag, flags; };
struct BYTEREGS { unsigned char al, ah, bl, bh, cl, ch, dl, dh; };
union REGS { struct WORDREGS x; struct BYTEREGS h; };
static int int86(int number, union REGS *in, union REGS *out)
{
  struct _date { int year; char day, month; } date;
  struct _time { unsigned char min, hour, hund, sec; } time;
  union REGS asked;
  unsigned mouse[4], sets;
  long ticks;
  char *cell;

  asked = *in;
  *out = asked;
  out->x.cflag = out->x.ax = 0;
  switch (number == 0x11 || number == 0x12 || number == 0x33 ? number : number << 8 | asked.h.ah)
  {
    case 0x1000:
      if (asked.h.al == 0x12 || asked.h.al == 0x13)
        _videomode(asked.h.al);
      else if (asked.h.al > 3 && asked.h.al != 7)
        return _interrupt(number, asked.x.ax);
      else
        textmode(asked.h.al);
      break;
    case 0x1001:
      break;
    case 0x1002:
      gotoxy(asked.h.dl + 1, asked.h.dh + 1);
      break;
    case 0x1003:
      out->h.dl = wherex() - 1;
      out->h.dh = wherey() - 1;
      break;
    case 0x1006:
    case 0x1007:
      if (asked.h.al != 0)
        return _interrupt(number, asked.x.ax);
      clrscr();
      break;
    case 0x1009:
    case 0x100A:
      cell = (char *) (0xB8000000L + 160 * (wherey() - 1) + 2 * (wherex() - 1));
      for (; asked.x.cx > 0; asked.x.cx--, cell += 2)
      {
        cell[0] = asked.h.al;
        if (asked.h.ah == 9)
          cell[1] = asked.h.bl;
      }
      break;
    case 0x100C:
      putpixel(asked.x.cx, asked.x.dx, asked.h.al);
      break;
    case 0x100D:
      out->h.al = getpixel(asked.x.cx, asked.x.dx);
      break;
    case 0x100E:
      putch(asked.h.al);
      break;
    case 0x100F:
      out->x.ax = 80 << 8 | 3;
      out->h.bh = 0;
      break;
    case 0x11:
      out->x.ax = biosequip();
      break;
    case 0x12:
      out->x.ax = biosmemory();
      break;
    case 0x1600:
      out->x.ax = bioskey(0);
      break;
    case 0x1601:
      out->x.ax = bioskey(1);
      out->x.flags = out->x.ax == 0 ? 0x40 : 0;
      break;
    case 0x1602:
      out->h.al = bioskey(2);
      break;
    case 0x1A00:
      ticks = biostime(0, 0L);
      out->x.cx = ticks >> 16;
      out->x.dx = ticks & 0xFFFFL;
      break;
    case 0x2101:
      out->h.al = getche();
      break;
    case 0x2102:
      putch(asked.h.dl);
      break;
    case 0x2107:
    case 0x2108:
      out->h.al = getch();
      break;
    case 0x210B:
      out->h.al = kbhit() ? 255 : 0;
      break;
    case 0x212A:
      getdate(&date);
      out->x.cx = date.year;
      out->h.dh = date.month;
      out->h.dl = date.day;
      break;
    case 0x212C:
      gettime(&time);
      out->h.ch = time.hour;
      out->h.cl = time.min;
      out->h.dh = time.sec;
      out->h.dl = time.hund;
      break;
    case 0x33:
      sets = asked.x.ax == 4 || asked.x.ax == 7 || asked.x.ax == 8 || asked.x.ax == 15;
      _mouse(asked.x.ax, asked.x.ax == 5 || asked.x.ax == 6 ? asked.x.bx : 0, sets ? asked.x.cx : 0,
        sets ? asked.x.dx : 0, mouse);
      out->x.ax = mouse[0];
      if (!sets && asked.x.ax != 1 && asked.x.ax != 2)
        out->x.bx = mouse[1], out->x.cx = mouse[2], out->x.dx = mouse[3];
      break;
    default:
      return _interrupt(number, asked.h.ah << 8);
  }
  return out->x.ax;
}
struct SREGS { unsigned es, cs, ss, ds; };
static int int86x(int number, union REGS *in, union REGS *out, struct SREGS *segments)
{
  return int86(number, in, out);
}
static int intdos(union REGS *in, union REGS *out) { return int86(0x21, in, out); }
static int intdosx(union REGS *in, union REGS *out, struct SREGS *segments) { return int86(0x21, in, out); }

/* Section: ldiv */
struct _ldiv { long quot, rem; };
static struct _ldiv ldiv(long a, long b)
{
  struct _ldiv both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

/* Section: lfind lsearch */
static void *lfind(void *key, void *base, void *count, unsigned size, int (*compare)())
{
  char *at = base;
  unsigned n;

  for (n = 0; n < *(unsigned *) count; n++)
    if (compare(key, at + n * size) == 0)
      return at + n * size;
  return 0;
}
static void *lsearch(void *key, void *base, void *count, unsigned size, int (*compare)())
{
  char *at = lfind(key, base, count, size, compare);

  if (at == 0)
    at = memcpy((char *) base + (*(unsigned *) count)++ * size, key, size);
  return at;
}

/* Section: qsort */
static void qsort(void *base, unsigned count, unsigned size, int (*compare)())
{
  char *at = base, *one, *two;
  unsigned gap, i, j;

  for (gap = count / 2; gap > 0; gap /= 2)
    for (i = gap; i < count; i++)
      for (j = i; j >= gap; j -= gap)
      {
        one = at + (j - gap) * size;
        two = at + j * size;
        if (compare(one, two) <= 0)
          break;
        _swap(one, two, size);
      }
}

/* Section: localeconv */
struct lconv { char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point,
*mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign, int_frac_digits, frac_digits, p_cs_precedes,
p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn; };
static struct lconv *localeconv(void)
{
  static struct lconv all = { ".", "", "", "", "", "", "", "", "", "", 127, 127, 127, 127, 127, 127, 127, 127 };
  return &all;
}

/* Section: mblen mbtowc wctomb mbstowcs wcstombs */
/* A wide character is a char. */
int mbtowc(char *wide, char *text, unsigned n)
{
  if (text == 0)
    return 0;
  if (n == 0)
    return -1;
  if (wide != 0)
    *wide = *text;
  return *text != 0;
}
int mblen(char *text, unsigned n) { return mbtowc(0, text, n); }
int wctomb(char *text, char wide)
{
  if (text != 0)
    *text = wide;
  return text != 0;
}
unsigned mbstowcs(char *wide, char *text, unsigned n)
{
  unsigned i;

  for (i = 0; wide == 0 || i < n; i++)
  {
    if (wide != 0)
      wide[i] = text[i];
    if (text[i] == 0)
      break;
  }
  return i;
}
unsigned wcstombs(char *text, char *wide, unsigned n) { return mbstowcs(text, wide, n); }

/* Section: signal raise */
static void (*_signals[32])();
void (*signal(int n, void (*handler)()))()
{
  void (*old)() = _signals[n & 31];
  _signals[n & 31] = handler;
  return old;
}
int raise(int n)
{
  void (*handler)() = _signals[n & 31];

  if (handler == (void (*)()) 1)
    return 0;
  if (handler == 0 && n == SIGABRT)
    abort();
  if (handler == 0)
    exit(1);
  _signals[n & 31] = 0;
  handler(n);
  return 0;
}

/* Section: setvect getvect registermousehandler */
/* The machine calls `_events` when a function has waited or asked for a key. */
static void (*_mouse_handlers[10])();
static void (*_vectors[256])();
static long _ticks;
static int _is_kept;
void registermousehandler(int kind, void (*handler)())
{
  if (kind >= WM_MOUSEMOVE && kind <= WM_MBUTTONDBLCLK)
    _mouse_handlers[kind - WM_MOUSEMOVE] = handler;
}
static void _old_vector(void) { _is_kept = 1; }
void (*getvect(int n))()
{
  return _vectors[n & 255] ? _vectors[n & 255] : _old_vector;
}
void setvect(int n, void (*handler)())
{
  if (n != 8 && n != 9 && n != 0x1C)
    _interrupt(n, -1);
  _vectors[n & 255] = handler;
  _ticks = biostime(0, 0L);
}
static long _events(long result)
{
  int n, x, y;
  long now = biostime(0, 0L);

  for (n = 0; n < 10; n++)
    if (_mouse_handlers[n] && ismouseclick(WM_MOUSEMOVE + n))
    {
      getmouseclick(WM_MOUSEMOVE + n, &x, &y);
      _mouse_handlers[n](x, y);
    }
  for (; _ticks < now && (_vectors[8] || _vectors[0x1C]); _ticks++)
  {
    getvect(8)();
    getvect(0x1C)();
  }
  if (_scan(0))
  {
    _is_kept = 0;
    getvect(9)();
    _scan(_is_kept ? 1 : 2);
  }
  return result;
}
