//! The network: what the shapes at all empty points are worth together, and how likely each point is the best move.
//!
//! An empty point has [`WIDTH`] numbers. The shapes of both sides on each of its four lines add to them, and what is then below 0 or above
//! [`MOST`](super::vector::MOST) is cut off. The sums of those numbers over the board are seen by a layer of [`HIDDEN`] neurons, whose outputs
//! are the value; the numbers of a point alone say how likely a move there is.

use super::evaluation::THREATS;
use super::pattern::Pairs;
use super::vector::{Numbers, Vector, ZERO};
#[cfg(target_arch = "x86_64")]
use super::vector::{avx2, has_avx2};
use super::weights::{
    BEGINNING, HIDDEN, LIKELY, NEURONS, OUT, PARTS, POINT_PARTS, SPREAD, UNIT, VALUE, WIDTH, WORTH,
    Weights, line,
};
use games::stone::Stone;

/// The network of one side, which tells what positions are worth to it when it is to move.
pub(super) struct Network {
    /// What a line adds to the numbers of its point: see [`Pairs`].
    lines: [Numbers; 256],
    likely: Numbers,
    value: [f32; WIDTH],
    /// What each of the sums adds to the neurons.
    neurons: [[f32; HIDDEN]; WIDTH],
    beginning: [f32; HIDDEN],
    out: [f32; HIDDEN],
    threats: [f32; THREATS],
}

impl Network {
    /// The networks of black and white with these [weights](super::weights).
    pub fn of_both([black, white]: &[Weights; 2]) -> [Network; 2] {
        [
            Network::new(black, Stone::Black),
            Network::new(white, Stone::White),
        ]
    }

    fn new(weights: &[i16], side: Stone) -> Network {
        let weight = |n: usize| f32::from(weights[n]) / PARTS;
        // The sums have parts and are spread out.
        let of_sum = |n: usize| weight(n) / (POINT_PARTS * SPREAD);
        let numbers = |n: usize| Numbers(std::array::from_fn(|i| weights[n + i]));
        let of_line = |shapes: usize| match (shapes & 15).max(shapes >> 4) {
            15 => ZERO,
            _ => numbers(line(shapes as u8, side)),
        };
        Network {
            lines: std::array::from_fn(of_line),
            likely: numbers(LIKELY),
            value: std::array::from_fn(|i| of_sum(VALUE + i) * UNIT),
            neurons: std::array::from_fn(|i| {
                std::array::from_fn(|k| of_sum(NEURONS + i * HIDDEN + k))
            }),
            beginning: std::array::from_fn(|k| weight(BEGINNING + k)),
            out: std::array::from_fn(|k| weight(OUT + k) * UNIT),
            threats: std::array::from_fn(|n| weight(WORTH + n) * UNIT),
        }
    }

    #[inline(always)]
    fn line<V: Vector>(&self, shapes: u8) -> V {
        V::of(&self.lines[usize::from(shapes)])
    }

    /// The numbers of a point.
    #[inline(always)]
    pub fn point<V: Vector>(&self, pairs: Pairs) -> V {
        // No `map`: it is compiled without AVX2, and what it calls with it.
        let [a, b, c, d] = pairs;
        let two = self.line::<V>(a).plus(self.line(b));
        two.plus(self.line::<V>(c).plus(self.line(d))).cut_off()
    }

    #[inline(always)]
    pub fn likely_in<V: Vector>(&self, pairs: Pairs) -> i32 {
        let sum = self.point::<V>(pairs).times(V::of(&self.likely));
        // Parts of parts to units: 200 / (128 * 2048).
        ((sum >> 8) * 25) >> 7
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn each_likely_avx2<P>(
        &self,
        points: impl Iterator<Item = (P, Pairs)>,
        mut tell: impl FnMut(P, i32),
    ) {
        for (point, pairs) in points {
            tell(point, self.likely_in::<avx2::Register>(pairs));
        }
    }

    /// Tells of each of these points [how likely](Network::likely) a move there is.
    pub fn each_likely<P>(
        &self,
        points: impl Iterator<Item = (P, Pairs)>,
        mut tell: impl FnMut(P, i32),
    ) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has AVX2.
            return unsafe { self.each_likely_avx2(points, tell) };
        }
        for (point, pairs) in points {
            tell(point, self.likely_in::<Numbers>(pairs));
        }
    }

    /// How likely a move to the point with these shapes is the best one: the logarithm, in parts of [`UNIT`].
    pub fn likely(&self, pairs: Pairs) -> i32 {
        let mut found = 0;
        self.each_likely(std::iter::once(((), pairs)), |(), likely| found = likely);
        found
    }

    /// What the sums over all points and the threats are worth.
    #[inline(always)]
    pub fn value(&self, sums: &Numbers, threats: usize) -> i32 {
        let mut value = self.threats[threats];
        let mut neurons = self.beginning;
        for ((sum, weight), weights) in sums.0.iter().zip(self.value).zip(&self.neurons) {
            let sum = f32::from(*sum as u16);
            value += sum * weight;
            for (neuron, weight) in neurons.iter_mut().zip(weights) {
                *neuron += sum * weight;
            }
        }
        for (neuron, weight) in neurons.into_iter().zip(self.out) {
            value += neuron.max(0.0) * weight;
        }
        value as i32
    }

    /// What a position is worth to the side of this network, which is to move: so many points of each kind, and the threats.
    pub fn value_of(&self, points: impl Iterator<Item = (Pairs, u8)>, threats: usize) -> i32 {
        let mut sums = ZERO;
        for (pairs, count) in points {
            let point = self.point::<Numbers>(pairs);
            for _ in 0..count {
                sums = sums.plus(point);
            }
        }
        self.value(&sums, threats)
    }
}
