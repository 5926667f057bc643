/* What gcc and clang may put in place of a call to engine/core/bits.py while they compile the C that mypyc made of the core:
 * calls between C files are not inlined otherwise, and a decision needs dozens of these. The compiled functions stay in
 * the library for everybody else. Should mypyc name them differently one day, this is not used and nothing breaks. */
#include <stdint.h>

extern inline __attribute__((gnu_inline)) int64_t CPyDef_bits___lowest(int64_t members) {
    return members != 0 ? (int64_t)__builtin_ctzll((unsigned long long)members) : 0;
}

