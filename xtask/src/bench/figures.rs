//! Medians, ratios and slopes.

/// What one run took, or the medians of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figures {
    /// Seconds.
    pub(super) wall: f64,
    /// Seconds of all threads, in user and kernel.
    pub(super) cpu: f64,
    /// Largest resident set, in KiB.
    pub(super) peak: f64,
}

impl Figures {
    /// The median of each figure; nothing for no runs.
    pub(super) fn medians(runs: &[Self]) -> Option<Self> {
        let of = |figure: fn(&Self) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
        Some(Self { wall: of(|run| run.wall)?, cpu: of(|run| run.cpu)?, peak: of(|run| run.peak)? })
    }

    /// How many times as much as `ours` these are.
    pub(super) fn over(&self, ours: &Self) -> Self {
        Self { wall: self.wall / ours.wall, cpu: self.cpu / ours.cpu, peak: self.peak / ours.peak }
    }
}

/// The middle value, or the mean of the two in the middle.
pub(super) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[middle - 1], upper) })
}

/// The exponent `b` of the best `y = a·x^b`: the slope of the line with the
/// least squares through the logarithms. Nothing for fewer than two sizes.
pub(super) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (mean_x, mean_y) =
        (logs.iter().map(|(x, _)| x).sum::<f64>() / count, logs.iter().map(|(_, y)| y).sum::<f64>() / count);
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_of_the_sorted_values() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[7.0]), Some(7.0));
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[4.0, 1.0, 100.0, 2.0]), Some(3.0));
    }

    #[test]
    fn each_figure_has_its_own_median() {
        let run = |wall, cpu, peak| Figures { wall, cpu, peak };
        let medians = Figures::medians(&[run(1.0, 30.0, 5.0), run(2.0, 10.0, 6.0), run(3.0, 20.0, 4.0)]);
        assert_eq!(medians, Some(run(2.0, 20.0, 5.0)));
        assert_eq!(Figures::medians(&[]), None);
        assert_eq!(run(6.0, 8.0, 9.0).over(&run(2.0, 1.0, 3.0)), run(3.0, 8.0, 3.0));
    }

    #[test]
    fn the_slope_is_the_exponent() {
        let of = |exponent: f64, sizes: &[f64]| {
            slope(&sizes.iter().map(|&size| (size, 3.0 * size.powf(exponent))).collect::<Vec<_>>())
        };
        for exponent in [0.0, 1.0, 1.1, 2.0] {
            let found = of(exponent, &[1.0, 2.0, 4.0, 8.0, 16.0]).unwrap();
            assert!((found - exponent).abs() < 1e-12, "{exponent}: {found}");
        }
        assert_eq!(of(1.0, &[]), None);
        assert_eq!(of(1.0, &[4.0, 4.0]), None);
    }

    #[test]
    fn the_slope_of_scattered_points_is_that_of_least_squares() {
        // By hand: logarithms to base 2 are (0, 0), (1, 2), (2, 1).
        let found = slope(&[(1.0, 1.0), (2.0, 4.0), (4.0, 2.0)]).unwrap();
        assert!((found - 0.5).abs() < 1e-12, "{found}");
    }
}
