/* KEYS.C: how a key arrives. Esc ends the
   program. */

#include <stdio.h>
#include <bios.h>

#define ESC 0x011B

/* What bioskey gave, and its two bytes. The high
   one is the place on the keyboard, the low one
   the character, or 0 when the key has none. */
int key, high, low;

/* The key that waits behind it; 0 is none. */
int waiting;

/* The numbers of keys that were pressed, and of
   those without a character. */
int keys, without;

void Split(void);
void Look(void);

int main(void)
{
  keys = 0;
  without = 0;
  do {
    key = bioskey(0);
    Split();
    Look();
    keys++;
  } while (key != ESC);
  printf("%d keys, ", keys);
  printf("%d without a character.\n", without);
  return 0;
}

/* Takes the number of a key apart: 256 times the
   high byte, and the low byte. */
void Split(void)
{
  high = key / 256;
  low = key % 256;
}

/* Looks whether one more key waits. bioskey(1)
   does not wait, and does not take the key. */
void Look(void)
{
  waiting = bioskey(1);
}
