/* Sends the messages of an input method when the user selects two Chinese characters with the space bar: writes_hanzi NAME */
#include <windows.h>

int main(int argc, char **argv)
{
    const LPARAM blank = 0x390001;
    HWND window;
    if (argc != 2 || (window = FindWindowA(NULL, argv[1])) == NULL) return 2;
    PostMessageW(window, WM_KEYDOWN, VK_PROCESSKEY, blank);
    PostMessageW(window, WM_IME_CHAR, 0x4F60, 1);
    PostMessageW(window, WM_IME_CHAR, 0x597D, 1);
    PostMessageW(window, WM_KEYUP, VK_SPACE, blank | 0xC0000000);
    return 0;
}
