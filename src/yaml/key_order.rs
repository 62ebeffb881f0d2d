//! The order of keys in kustomize's output: `keyList.Less` in go-yaml 2.4.2's
//! sorter.go. Letters come after everything else and runs of digits compare as
//! numbers.
//!
//! That order is not transitive (v1alpha1 < v2 < v10 < v1alpha1), so kustomize
//! prints such keys in an order that changes from run to run. Here the keys are
//! sorted by their bytes first and then, stably, by the order: one result for
//! one set of keys.

use std::sync::LazyLock;

use regex::Regex;

static LETTER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{L}").expect("the expression is fixed and was tested"));
static DIGIT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{Nd}").expect("the expression is fixed and was tested"));

fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    LETTER.is_match(character.encode_utf8(&mut [0; 4]))
}

fn is_digit(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    DIGIT.is_match(character.encode_utf8(&mut [0; 4]))
}

/// Value and length of the digits at the start of `text`, continuing `value`.
fn digits(text: &str, mut value: i64) -> (i64, usize) {
    let mut len = 0;
    for digit in text.chars().take_while(|&character| is_digit(character)) {
        value = value.wrapping_mul(10).wrapping_add(i64::from(u32::from(digit)) - i64::from(b'0'));
        len += 1;
    }
    (value, len)
}

/// Whether key `left` is printed before key `right`.
fn is_before(left: &str, right: &str) -> bool {
    let mut same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    while !left.is_char_boundary(same) || !right.is_char_boundary(same) {
        same -= 1;
    }
    let (Some(first), Some(second)) = (left[same..].chars().next(), right[same..].chars().next()) else {
        return left.len() < right.len();
    };
    match (is_letter(first), is_letter(second)) {
        (true, true) => return first < second,
        (false, false) => {}
        (_, second_is_letter) => return second_is_letter,
    }
    let mut start = 0;
    if first == '0' || second == '0' {
        // A zero counts only if another digit stands before it.
        let before = left[..same].chars().rev().take_while(|&character| is_digit(character));
        start = i64::from(before.into_iter().any(|digit| digit != '0'));
    }
    let (left_number, left_len) = digits(&left[same..], start);
    let (right_number, right_len) = digits(&right[same..], start);
    if left_number != right_number {
        return left_number < right_number;
    }
    if left_len != right_len {
        return left_len < right_len;
    }
    first < second
}

/// Whether `left` comes before `right` and no digit has a say in it. If that
/// holds for all neighbours of a list, the list is sorted and without
/// duplicates: without digits the order is a plain lexicographic one, and
/// where any two keys of the list differ first, two neighbours do.
pub(super) fn is_surely_before(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (Some(&first), Some(&second)) = (left.get(same), right.get(same)) else {
        return left.len() < right.len();
    };
    if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() {
        return first < second;
    }
    let excluded = |byte: u8| byte.is_ascii_digit() || !byte.is_ascii();
    if excluded(first) || excluded(second) {
        return false;
    }
    match (first.is_ascii_alphabetic(), second.is_ascii_alphabetic()) {
        (false, false) => first < second,
        (_, second_is_letter) => second_is_letter,
    }
}

/// Sorts `items` by the order of their names, stably: by insertion in groups of
/// at most 32, which are then merged. Rust's own sort may panic on an order
/// that is not transitive.
pub(super) fn merge_sort<T: Clone>(items: &mut [T], name: impl Fn(&T) -> &str + Copy) {
    if items.len() > 32 {
        let (left, right) = items.split_at_mut(items.len() / 2);
        merge_sort(left, name);
        merge_sort(right, name);
        let (left, right) = (left.to_vec(), right.to_vec());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        for place in items {
            let from_right = match (left.peek(), right.peek()) {
                (Some(left), Some(right)) => is_before(name(right), name(left)),
                (left, _) => left.is_none(),
            };
            if let Some(item) = if from_right { right.next() } else { left.next() } {
                *place = item;
            }
        }
        return;
    }
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_before(name(&items[at]), name(&items[at - 1])) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_as_numbers_and_letters_come_last() {
        let ordered = ["", "-", "1", "9", "10", "A", "B", "_" /* 0x5F is no letter */];
        assert!(is_before(ordered[7], ordered[5]));
        for pair in ordered[..7].windows(2) {
            assert!(is_before(pair[0], pair[1]), "{pair:?}");
            assert!(!is_before(pair[1], pair[0]), "{pair:?}");
        }
        for (left, right) in [
            ("a2", "a10"),
            ("item-9", "item-10"),
            ("a1", "a01"),
            ("a01", "a2"),
            ("foo_bar", "foo1x"),
            ("foo1", "fooBar"),
            ("a10", "a11"),
            ("a9", "a100"),
            ("é", "ü"),
            ("1", "é"),
            ("a٣", "a٤"),
        ] {
            assert!(is_before(left, right), "{left} {right}");
            assert!(!is_before(right, left), "{left} {right}");
        }
        assert!(!is_before("a", "a"));
    }

    #[test]
    fn the_quick_answer_agrees_with_the_order() {
        let names = ["", "$ref", "-", "a", "a-b", "a.b", "a1", "ab", "aB", "A", "x-k", "é", "0", "a0", "_"];
        for left in names {
            for right in names {
                assert!(!is_surely_before(left, right) || is_before(left, right), "{left} {right}");
            }
        }
        assert!(is_surely_before("apiVersion", "kind"));
        assert!(is_surely_before("$ref", "a"));
        assert!(!is_surely_before("a1", "a2"));
        assert!(!is_surely_before("a", "a"));
    }

    #[test]
    fn long_lists_sort_like_short_ones() {
        let mut names: Vec<String> = (0..500).map(|number| format!("item-{number}")).collect();
        let ordered = names.clone();
        names.sort();
        merge_sort(&mut names, |name| name);
        assert_eq!(names, ordered);
    }
}
