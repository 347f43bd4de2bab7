/*
 * The declarations that a program gets from each header of the library. The functions and constants of headers are in the
 * library's table. A section names the headers with the same text.
 */

/* Section: _errno */
int errno;

/* Section: _size */
typedef unsigned size_t; typedef char wchar_t;

/* Section: _text */
/* The library's buffer for returned strings. */
char _text[81];

/* Section: alloc malloc sys/types */
#include <_size.h>

/* Section: assert */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void) 0)
#else
#define assert(e) ((e) ? 0 : _assert(#e))
#endif

/* Section: bios ctype fcntl float iostream limits process sys/stat values */

/* Section: conio */
#include <_text.h>
int directvideo;
struct text_info { unsigned char winleft, wintop, winright, winbottom, attribute, normattr, currmode, screenheight,
screenwidth, curx, cury; };

/* Section: dir */
#include <_text.h>
#include <_errno.h>
struct ffblk { char ff_reserved[21], ff_attrib; unsigned ff_ftime, ff_fdate; long ff_fsize; char ff_name[13]; };

/* Section: dos */
#include <_errno.h>
struct WORDREGS { unsigned ax, bx, cx, dx, si, di, cflag, flags; };
struct BYTEREGS { unsigned char al, ah, bl, bh, cl, ch, dl, dh; };
union REGS { struct WORDREGS x; struct BYTEREGS h; };
struct SREGS { unsigned es, cs, ss, ds; };
struct date { int da_year; char da_day, da_mon; };
struct time { unsigned char ti_min, ti_hour, ti_hund, ti_sec; };
#define MK_FP(s, o) ((void *) ((unsigned long) (s) << 16 | (unsigned) (o)))
#define FP_SEG(p) ((unsigned) ((unsigned long) (p) >> 16))
#define FP_OFF(p) ((unsigned) (unsigned long) (p))
#define peek(s, o) (*(int *) MK_FP(s, o))
#define peekb(s, o) (*(char *) MK_FP(s, o))
#define poke(s, o, n) (*(int *) MK_FP(s, o) = (n))
#define pokeb(s, o, n) (*(char *) MK_FP(s, o) = (n))

/* Section: errno io */
#include <_errno.h>

/* Section: graphics */
#include <_text.h>
struct arccoordstype { int x, y, xstart, ystart, xend, yend; };
struct palettetype { unsigned char size; signed char colors[16]; } _palette;
struct textsettingstype { int font, direction, charsize, horiz, vert; };
struct linesettingstype { int linestyle; unsigned upattern; int thickness; };
struct fillsettingstype { int pattern, color; };
struct viewporttype { int left, top, right, bottom, clip; };

/* Section: locale */
#include <_text.h>
struct lconv { char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point,
*mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign, int_frac_digits, frac_digits, p_cs_precedes,
p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn; };

/* Section: math */
struct complex { double x, y; };

/* Section: mem */
#include <_size.h>

/* Section: setjmp */
typedef struct _jmp_buf { long depth, base, function, at; } jmp_buf[1];

/* Section: signal */
typedef int sig_atomic_t;
#define SIG_DFL ((void (*)()) 0)
#define SIG_IGN ((void (*)()) 1)
#define SIG_ERR ((void (*)()) -1)

/* Section: stdarg */
typedef void *va_list;

/* Section: stdbool */
typedef _Bool bool; enum { false, true };

/* Section: stddef */
#include <_size.h>
typedef int ptrdiff_t;

/* Section: stdio */
#include <_size.h>
#include <_text.h>
typedef struct FILE FILE; typedef long fpos_t;

/* Section: stdlib */
#include <_size.h>
#include <_text.h>
#include <_errno.h>
typedef struct _div { int quot, rem; } div_t;
typedef struct _ldiv { long quot, rem; } ldiv_t;

/* Section: string */
#include <mem.h>
#include <_text.h>

/* Section: time */
#include <_size.h>
typedef long time_t, clock_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct tm _tm; char _time[27];
