//! "Did you mean".

/// `did you mean "x"?` for the candidate closest to `name`, if one is close.
#[must_use]
pub fn did_you_mean<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    // Long texts are no misspelt names, and the distance is quadratic.
    if name.len() > 64 {
        return None;
    }
    let most = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&name.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min()
        .map(|(_, candidate)| format!("did you mean {candidate:?}?"))
}

/// Insertions, deletions, replacements and swaps of neighbours between two texts.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let left: Vec<char> = left.chars().collect();
    let (mut before, mut above) = (Vec::new(), (0..=right.len()).collect::<Vec<_>>());
    for (row, &l) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, &r) in right.iter().enumerate() {
            let mut best = (above[column] + usize::from(l != r)).min(above[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && l == right[column - 1] && left[row - 1] == r {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_is_suggested() {
        let known = ["resources", "namePrefix", "nameSuffix", "labels"];
        let suggest = |name| did_you_mean(name, known);
        assert_eq!(suggest("resuorces").as_deref(), Some("did you mean \"resources\"?"));
        assert_eq!(suggest("name-prefix").as_deref(), Some("did you mean \"namePrefix\"?"));
        assert_eq!(suggest("label").as_deref(), Some("did you mean \"labels\"?"));
        assert_eq!(suggest("bogus"), None);
        assert_eq!(suggest(&"r".repeat(1000)), None);
    }
}
