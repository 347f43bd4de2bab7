//! The network: what the shapes at all empty points are worth together, and how likely each point is the best move.
//!
//! An empty point has [`WIDTH`] numbers. The shapes of both sides on each of its four lines add to them, and what is then below 0 or above
//! [`MOST`](super::weights::MOST) is cut off. The sums of those numbers over the board are seen by a layer of [`HIDDEN`] neurons, whose outputs
//! are the value; the numbers of a point alone say how likely a move there is.

use super::coord::Coord;
use super::evaluation::THREATS;
use super::pattern::Pairs;
use super::vector::{Numbers, Vector, Vectors, ZERO};
use super::weights::{
    BEGINNING, HIDDEN, LIKELY, NEURONS, OUT, PARTS, POINT_PARTS, SPREAD, UNIT, VALUE, WIDTH, WORTH,
    Weights, line,
};
use crate::engine::cpu::{Portable, ThisCpu, per_cpu, this_cpu};
use games::stone::Stone;

/// The network of one side, which tells what positions are worth to it when it is to move.
pub struct Network {
    cpu: ThisCpu,
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
            cpu: this_cpu(),
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

    pub(super) fn cpu(&self) -> ThisCpu {
        self.cpu
    }

    #[inline(always)]
    fn line<C: Vectors>(&self, cpu: C, shapes: u8) -> C::Vector {
        cpu.vector(&self.lines[usize::from(shapes)])
    }

    #[inline(always)]
    pub(super) fn point<C: Vectors>(&self, cpu: C, pairs: Pairs) -> C::Vector {
        // No `map`: it is compiled without AVX2, and what it calls with it.
        let [a, b, c, d] = pairs;
        let two = self.line(cpu, a).plus(self.line(cpu, b));
        two.plus(self.line(cpu, c).plus(self.line(cpu, d)))
            .cut_off()
    }

    /// Tells of each of these points [how likely](Network::likely) a move there is.
    pub(super) fn each_likely(
        &self,
        points: impl Iterator<Item = (Coord, Pairs)>,
        tell: impl FnMut(Coord, i32),
    ) {
        each_likely(self.cpu, self, points, tell);
    }

    /// How likely a move to the point with these shapes is the best one: the logarithm, in parts of [`UNIT`].
    pub fn likely(&self, pairs: Pairs) -> i32 {
        likely(self.cpu, self, pairs)
    }

    /// What the sums over all points and the threats are worth.
    #[inline(always)]
    pub(super) fn value(&self, sums: &Numbers, threats: usize) -> i32 {
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
        let mut sums = Portable.vector(&ZERO);
        for (pairs, count) in points {
            let point = self.point(Portable, pairs);
            for _ in 0..count {
                sums = sums.plus(point);
            }
        }
        self.value(&sums.numbers(), threats)
    }
}

per_cpu! {
    fn likely(network: &Network, pairs: Pairs) -> i32 = likely_on;
    fn each_likely(network: &Network, points: impl Iterator<Item = (Coord, Pairs)>, tell: impl FnMut(Coord, i32)) -> () = each_likely_on;
}

#[inline(always)]
pub(super) fn likely_on<C: Vectors>(cpu: C, network: &Network, pairs: Pairs) -> i32 {
    let sum = network.point(cpu, pairs).times(cpu.vector(&network.likely));
    // Parts of parts to units: 200 / (128 * 2048).
    ((sum >> 8) * 25) >> 7
}

#[inline(always)]
fn each_likely_on<C: Vectors>(
    cpu: C,
    network: &Network,
    points: impl Iterator<Item = (Coord, Pairs)>,
    mut tell: impl FnMut(Coord, i32),
) {
    for (point, pairs) in points {
        tell(point, likely_on(cpu, network, pairs));
    }
}
