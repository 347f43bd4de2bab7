//! SHA-256, with which the host commits itself to a number before it sees the guest's.

/// The first 32 bits of the fractional part of a root of `n`: the square root, or the cube root if `cube`.
fn root_bits(n: u32, cube: bool) -> u32 {
    let (mut low, mut high) = (0_u128, 1 << 40);
    let (n, shift) = (u128::from(n), if cube { 96 } else { 64 });
    while high - low > 1 {
        let middle = (low + high) / 2;
        let power = if cube { middle * middle * middle } else { middle * middle };
        if power <= n << shift { low = middle } else { high = middle }
    }
    low as u32
}

fn primes() -> impl Iterator<Item = u32> {
    (2..).filter(|n| (2..*n).all(|d| n % d != 0))
}

/// Returns the hash of some bytes.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let constants: Vec<u32> = primes().take(64).map(|n| root_bits(n, true)).collect();
    let mut hash: Vec<u32> = primes().take(8).map(|n| root_bits(n, false)).collect();
    let mut padded = [bytes, &[0x80]].concat();
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let word = |four: &[u8]| four.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let mut w: Vec<u32> = block.chunks_exact(4).map(word).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w.push(w[i - 16].wrapping_add(a).wrapping_add(w[i - 7]).wrapping_add(b));
        }
        let mut v = hash.clone();
        for (word, constant) in w.iter().zip(&constants) {
            let choice = v[4] & v[5] ^ !v[4] & v[6];
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let terms = [s1, choice, *constant, *word];
            let one = terms.into_iter().fold(v[7], u32::wrapping_add);
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2];
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(one);
            v[0] = one.wrapping_add(s0).wrapping_add(majority);
        }
        for (sum, word) in hash.iter_mut().zip(v) {
            *sum = sum.wrapping_add(word);
        }
    }
    let bytes: Vec<u8> = hash.into_iter().flat_map(u32::to_be_bytes).collect();
    bytes.try_into().expect("eight words are 32 bytes")
}
