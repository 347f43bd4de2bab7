//! The evaluation network, which computes the value of a position and the policy: the log-probability that a
//! point is the best move.
//!
//! Each empty point has [`WIDTH`] features: the numbers for the shape pairs of its four lines are added up,
//! and the sums are clipped to 0..=[`CLIP`](super::weights::CLIP). The position's value is computed from the
//! features summed over the board, by way of a layer of [`HIDDEN`] neurons, and from the threats of both
//! sides. The policy of a point is computed from the point's own features.

use super::coord::Coord;
use super::evaluation::THREATS;
use super::pattern::Pairs;
use super::vector::{Numbers, Vector, Vectors, ZERO};
use super::weights::{
    BIASES, HIDDEN, NEURONS, OUT, PARTS, POINT_PARTS, POLICY, SPREAD, THREAT_VALUES, UNIT, VALUE, WIDTH,
    Weights, line,
};
use crate::engine::cpu::{Portable, ThisCpu, per_cpu, this_cpu};
use games::stone::Stone;

/// The network for one side to move.
pub struct Network {
    pub(super) cpu: ThisCpu,
    /// The numbers that a line adds to a point's features, by pair of shapes (see [`Pairs`]).
    lines: [Numbers; 256],
    policy: Numbers,
    value: [f32; WIDTH],
    /// The input weights of the neurons, indexed by input first.
    neurons: [[f32; HIDDEN]; WIDTH],
    biases: [f32; HIDDEN],
    out: [f32; HIDDEN],
    threats: [f32; THREATS],
}

impl Network {
    pub fn of_both([black, white]: &[Weights; 2]) -> [Network; 2] {
        [Network::new(black, Stone::Black), Network::new(white, Stone::White)]
    }

    fn new(weights: &[i16], side: Stone) -> Network {
        let weight = |n: usize| f32::from(weights[n]) / PARTS;
        let of_sum = |n: usize| weight(n) / (POINT_PARTS * SPREAD);
        let numbers = |n: usize| Numbers(std::array::from_fn(|i| weights[n + i]));
        let of_line = |shapes: usize| match (shapes & 15).max(shapes >> 4) {
            15 => ZERO,
            _ => numbers(line(shapes as u8, side)),
        };
        Network {
            cpu: this_cpu(),
            lines: std::array::from_fn(of_line),
            policy: numbers(POLICY),
            value: std::array::from_fn(|i| of_sum(VALUE + i) * UNIT),
            neurons: std::array::from_fn(|i| std::array::from_fn(|k| of_sum(NEURONS + i * HIDDEN + k))),
            biases: std::array::from_fn(|k| weight(BIASES + k)),
            out: std::array::from_fn(|k| weight(OUT + k) * UNIT),
            threats: std::array::from_fn(|n| weight(THREAT_VALUES + n) * UNIT),
        }
    }

    #[inline(always)]
    fn line<C: Vectors>(&self, cpu: C, shapes: u8) -> C::Vector {
        cpu.vector(&self.lines[usize::from(shapes)])
    }

    #[inline(always)]
    pub(super) fn point<C: Vectors>(&self, cpu: C, pairs: Pairs) -> C::Vector {
        // Not `map`, which is compiled without AVX2; see `cpu`.
        let [a, b, c, d] = pairs;
        let two = self.line(cpu, a).plus(self.line(cpu, b));
        two.plus(self.line(cpu, c).plus(self.line(cpu, d))).clip()
    }

    /// The policy of a point with these shapes: the logarithm of the unnormalized probability that the point
    /// is the best move, in units of 1/[`UNIT`].
    pub fn policy(&self, pairs: Pairs) -> i32 {
        policy(self.cpu, self, pairs)
    }

    /// Returns the value of a position with these threats, given the sums of the features over all empty
    /// points.
    #[inline(always)]
    pub(super) fn value(&self, sums: &Numbers, threats: usize) -> i32 {
        let mut value = self.threats[threats];
        let mut neurons = self.biases;
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

    /// Returns the value of a position with these threats. `points` has each combination of shapes on the
    /// board, with the number of points that have it.
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
    fn policy<C: Vectors>(cpu: C, network: &Network, pairs: Pairs) -> i32 {
        policy_on(cpu, network, pairs)
    }
}

per_cpu! {
    /// Passes the [policy](Network::policy) of each point to `tell`.
    pub(super) fn each_policy<C: Vectors>(
        cpu: C,
        network: &Network,
        points: impl Iterator<Item = (Coord, Pairs)>,
        tell: impl FnMut(Coord, i32),
    ) {
        let mut tell = tell;
        for (point, pairs) in points {
            tell(point, policy_on(cpu, network, pairs));
        }
    }
}

#[inline(always)]
pub fn policy_on<C: Vectors>(cpu: C, network: &Network, pairs: Pairs) -> i32 {
    let sum = network.point(cpu, pairs).times(cpu.vector(&network.policy));
    // Converts a sum of weight products to units: a factor of UNIT / (POINT_PARTS * PARTS).
    ((sum >> 8) * 25) >> 7
}
