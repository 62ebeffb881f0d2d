//! What must hold: the tool is chosen for its speed.

use super::figures::Figures;

/// How many times less memory than the reference.
const LEAST_MEMORY_RATIO: f64 = 4.0;
/// `check` may take as long again as the render it is over.
const LEAST_CHECK_RATIO: f64 = 0.5;
/// How many times faster on any target that has no budget of its own.
const LEAST_SPEED_RATIO: f64 = 25.0;
/// The exponent of time over size; 1 is linear.
pub(super) const GREATEST_SLOPE: f64 = 1.1;

/// How many times faster than the reference a target must be.
pub(super) fn least_speed_ratio(target: &str) -> f64 {
    match target {
        "notebooks" => 50.0,
        "five together" | "render" => 40.0,
        "check" => LEAST_CHECK_RATIO,
        _ => LEAST_SPEED_RATIO,
    }
}

/// What a target missed, for people; the ratios are the reference's figures
/// over ours.
pub(super) fn missed(target: &str, ratios: &Figures) -> Vec<String> {
    let mut missed = Vec::new();
    let mut check = |what, ratio: f64, least: f64| {
        // Written so that a figure that is no number misses as well.
        if !matches!(ratio.partial_cmp(&least), Some(std::cmp::Ordering::Greater | std::cmp::Ordering::Equal)) {
            missed.push(format!("{target}: {what} {ratio:.1}×, must be {least}×"));
        }
    };
    check("speed", ratios.wall, least_speed_ratio(target));
    // A check is measured beside our own render, which has no memory to save.
    if target != "check" {
        check("memory", ratios.peak, LEAST_MEMORY_RATIO);
    }
    missed
}

/// The same for the growth of time with size.
pub(super) fn missed_slope(slope: f64) -> Option<String> {
    (slope > GREATEST_SLOPE).then(|| format!("size series: slope {slope:.2}, must be at most {GREATEST_SLOPE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_has_its_budget() {
        let missed = |target, wall, peak| missed(target, &Figures { wall, cpu: 0.0, peak });
        assert_eq!(missed("notebooks", 50.0, 4.0), [""; 0]);
        assert_eq!(missed("notebooks", 49.9, 4.0), ["notebooks: speed 49.9×, must be 50×"]);
        assert_eq!(missed("five together", 39.0, 9.0), ["five together: speed 39.0×, must be 40×"]);
        assert_eq!(missed("katib", 25.0, 9.0), [""; 0]);
        assert_eq!(missed("katib", 24.0, 3.9), ["katib: speed 24.0×, must be 25×", "katib: memory 3.9×, must be 4×"]);
        assert_eq!(missed("render", 39.0, 4.0), ["render: speed 39.0×, must be 40×"]);
        assert_eq!(missed("check", 0.4, 0.9), ["check: speed 0.4×, must be 0.5×"]);
        assert_eq!(missed("check", 0.5, 0.9), [""; 0]);
        assert_eq!(missed("katib", f64::NAN, 4.0).len(), 1);
    }

    #[test]
    fn growth_has_a_budget() {
        assert_eq!(missed_slope(1.1), None);
        assert_eq!(missed_slope(1.2).unwrap(), "size series: slope 1.20, must be at most 1.1");
    }
}
