//! Chi-square test: how odd a count is, given what was to be expected.

use std::f64::consts::PI;

/// Chi-square of counts against what each of them should be.
pub(super) fn statistic(counts: &[u64], expected: impl Fn(usize) -> f64) -> f64 {
    let parts = counts.iter().enumerate().map(|(place, count)| {
        let expected = expected(place);
        (*count as f64 - expected).powi(2) / expected
    });
    parts.sum()
}

/// How likely a chi-square this far out is, on either side.
pub(super) fn p_value(statistic: f64, freedom: u32) -> f64 {
    let above = above(statistic, freedom);
    (2.0 * above.min(1.0 - above)).clamp(0.0, 1.0)
}

/// How likely chi-square is to be larger. With x half of it, that is e^-x for two
/// degrees of freedom and erfc(√x) for one, and each two degrees more add a term
/// x^(k/2) e^-x / Γ(k/2 + 1), where k are the degrees before.
fn above(statistic: f64, freedom: u32) -> f64 {
    let x = statistic / 2.0;
    let (mut sum, mut term, first) = match freedom % 2 {
        0 => ((-x).exp(), x * (-x).exp(), 2),
        _ => (libm::erfc(x.sqrt()), 2.0 * (x / PI).sqrt() * (-x).exp(), 1),
    };
    for degrees in (first..freedom).step_by(2) {
        sum += term;
        term *= x / (f64::from(degrees) / 2.0 + 1.0);
    }
    sum.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_quantiles_come_out() {
        // The 95 % and 99.9 % quantiles as tables have them.
        for (freedom, at_95, at_999) in [
            (1, 3.841, 10.828),
            (2, 5.991, 13.816),
            (5, 11.070, 20.515),
            (30, 43.773, 59.703),
            (99, 123.225, 148.230),
            (100, 124.342, 149.449),
            (999, 1073.643, 1142.848),
        ] {
            let (near, far) = (above(at_95, freedom), above(at_999, freedom));
            assert!((near - 0.05).abs() < 1e-4, "{freedom}: {near}");
            assert!((far - 0.001).abs() < 1e-5, "{freedom}: {far}");
        }
    }

    #[test]
    fn too_even_is_as_odd_as_too_uneven() {
        assert!(p_value(0.001, 20) < 1e-9);
        assert!(p_value(200.0, 20) < 1e-9);
        assert!(p_value(20.0, 20) > 0.8);
    }

    #[test]
    fn counts_as_expected_come_to_nothing() {
        assert_eq!(statistic(&[5, 5, 5], |_| 5.0), 0.0);
        assert_eq!(statistic(&[4, 6], |_| 5.0), 0.4);
    }
}
