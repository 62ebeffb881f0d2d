//! Tests of typed reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::*;
use crate::text::{SourceMap, Span, Spanned};
use crate::yaml::{Limits, parse_text};

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Config {
    name_prefix: String,
    resources: Vec<String>,
    images: Vec<Image>,
    pairs: BTreeMap<String, String>,
    count: i64,
    port: u16,
    ratio: f64,
    enabled: bool,
    maybe: Option<bool>,
    place: Spanned<String>,
    mode: Option<Mode>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Image {
    name: String,
    new_tag: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Mode {
    Fast,
    Slow { by: u32 },
    Named(String),
}

fn read<T: DeserializeOwned>(text: &str, dialect: Dialect) -> Result<T, DeError> {
    let doc = parse_text(&SourceMap::new().add("f.yaml", text), &Limits::DEFAULT).unwrap().unwrap();
    from_node(doc.top(), dialect)
}

#[track_caller]
fn check(text: &str, expected: Config) {
    assert_eq!(read::<Config>(text, Dialect::KUSTOMIZATION), Ok(expected), "{text}");
}

/// The place of the error is marked with `«` and `»`.
#[track_caller]
fn refuse(marked: &str, message: &str, help: Option<&str>) {
    let (start, end) = (marked.find('«').unwrap(), marked.find('»').unwrap() - '«'.len_utf8());
    let error = read::<Config>(&marked.replace(['«', '»'], ""), Dialect::KUSTOMIZATION).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.help.as_deref()), (message, help), "{marked}");
    assert_eq!(error.span.start as usize..error.span.end() as usize, start..end, "{marked}");
}

#[test]
fn fields_of_every_kind_are_read() {
    check(
        "namePrefix: a-\nresources: [x, 'y']\nimages:\n- name: img\n  newTag: '1'\ncount: -5\nport: 80\nratio: 1.5\n\
         enabled: true\nmaybe: no\nmode: fast\n",
        Config {
            name_prefix: "a-".into(),
            resources: vec!["x".into(), "y".into()],
            images: vec![Image { name: "img".into(), new_tag: "1".into() }],
            count: -5,
            port: 80,
            ratio: 1.5,
            enabled: true,
            maybe: Some(false),
            mode: Some(Mode::Fast),
            ..Config::default()
        },
    );
    check("mode: {slow: {by: 2}}", Config { mode: Some(Mode::Slow { by: 2 }), ..Config::default() });
    check("mode: {named: x}", Config { mode: Some(Mode::Named("x".into())), ..Config::default() });
}

#[test]
fn null_is_the_default_of_everything() {
    check("namePrefix:\nresources: ~\nimages: null\npairs:\ncount:\nenabled:\nplace:\n", Config::default());
    check("null", Config::default());
    check(
        "resources: [~]\nimages: [~]\npairs: {a: }\n",
        Config {
            resources: vec![String::new()],
            images: vec![Image::default()],
            pairs: BTreeMap::from([("a".into(), String::new())]),
            ..Config::default()
        },
    );
}

#[test]
fn names_match_in_any_case_and_the_exact_one_first() {
    check(
        "NAMEPREFIX: a-\nReſources: [x]\n",
        Config { name_prefix: "a-".into(), resources: vec!["x".into()], ..Config::default() },
    );
    check("namePrefix: b-\nNamePrefix: a-\n", Config { name_prefix: "b-".into(), ..Config::default() });
    assert!(read::<Config>("NAMEPREFIX: a-\n", Dialect::PLATFORM).is_err());
}

#[test]
fn scalars_are_those_of_go_yaml_v2() {
    let value = |text: &str| read::<BTreeMap<String, bool>>(text, Dialect::KUSTOMIZATION).map(|map| map["a"]);
    assert_eq!(value("a: yes"), Ok(true));
    assert_eq!(value("a: Off"), Ok(false));
    assert!(value("a: 'yes'").is_err() && value("a: 1").is_err() && value("a: !!str yes").is_err());
    let text = |text: &str, dialect| read::<BTreeMap<String, String>>(text, dialect).map(|map| map["a"].clone());
    assert_eq!(text("a: 2001-01-01", Dialect::KUSTOMIZATION).as_deref(), Ok("2001-01-01"));
    assert_eq!(text("a: !foo 1", Dialect::KUSTOMIZATION).as_deref(), Ok("1"));
    assert_eq!(text("a: yes", Dialect::PLATFORM).as_deref(), Ok("yes"));
    assert!(text("a: yes", Dialect::KUSTOMIZATION).is_err());
    let number = |text: &str| read::<BTreeMap<String, i64>>(text, Dialect::KUSTOMIZATION).map(|map| map["a"]);
    for (written, expected) in
        [("0777", 511), ("1_000", 1000), ("1e3", 1000), ("0x1F", 31), ("!!int '7'", 7), ("2.0", 2)]
    {
        assert_eq!(number(&format!("a: {written}")), Ok(expected), "{written}");
    }
    assert!(number("a: 1.5").is_err() && number("a: '1'").is_err() && number("a: !!int x").is_err());
}

#[test]
fn keys_of_maps_become_texts() {
    let map: BTreeMap<String, String> =
        read("1: a\ntrue: b\nyes: c\n1.5: d\n'2': e\n0x10: f", Dialect::KUSTOMIZATION).unwrap();
    let keys: Vec<_> = map.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(keys, ["1=a", "1.5=d", "16=f", "2=e", "true=c"]);
}

#[test]
fn what_does_not_fit_is_named_with_its_place() {
    refuse("«bogus»: 1", "unknown field \"bogus\"", None);
    refuse("«resuorces»: [a]", "unknown field \"resuorces\"", Some("did you mean \"resources\"?"));
    refuse("images:\n- «tag»: 1", "images[0]: unknown field \"tag\"", None);
    refuse("namePrefix: «1»", "namePrefix: expected a string, found integer `1`", None);
    refuse("namePrefix: «y»", "namePrefix: expected a string, found boolean `true`", None);
    refuse("resources: «r.yaml»", "resources: expected a sequence, found string \"r.yaml\"", None);
    refuse("resources: [a, «[]»]", "resources[1]: expected a string, found sequence", None);
    refuse("images:\n- newTag: «{}»", "images[0].newTag: expected a string, found map", None);
    refuse("pairs: {a: «1»}", "pairs.a: expected a string, found integer `1`", None);
    refuse("port: «70000»", "port: expected u16, found integer `70000`", None);
    refuse("enabled: «1»", "enabled: expected a boolean, found integer `1`", None);
    refuse("place: «1»", "place: expected a string, found integer `1`", None);
    refuse("mode: «fats»", "mode: unknown value \"fats\"", Some("did you mean \"fast\"?"));
    refuse("mode: «x»", "mode: unknown value \"x\"", Some("one of fast, slow, named"));
    refuse("«- a»", "expected struct Config, found sequence", None);
}

#[test]
fn unknown_fields_may_be_ignored() {
    let lenient = Dialect::KUSTOMIZATION.lenient();
    let config: Config = read("bogus: {a: [1]}\ncount: 2\nimages: [{x: 1}]\n", lenient).unwrap();
    assert_eq!((config.count, config.images.len()), (2, 1));
}

#[test]
fn places_and_trees_can_be_asked_for() {
    #[derive(Deserialize)]
    struct Kept {
        list: Vec<Spanned<String>>,
        tree: RawNode,
        #[serde(default)]
        none: Option<RawNode>,
        maps: BTreeMap<String, Spanned<RawNode>>,
    }
    let text = "list: [a, 'b']\ntree: {x: [yes]}\nnone:\nmaps: {k: 1}\n";
    let source = SourceMap::new().add("f.yaml", text);
    let doc = parse_text(&source, &Limits::DEFAULT).unwrap().unwrap();
    let kept: Kept = from_node(doc.top(), Dialect::KUSTOMIZATION).unwrap();
    let places: Vec<_> = kept.list.iter().map(|item| (item.as_str(), item.span)).collect();
    assert_eq!(places, [("a", Span::new(source.id(), 7, 1)), ("b", Span::new(source.id(), 10, 3))]);
    assert_eq!(kept.tree.top().get("x").unwrap().items().next().unwrap().text(), "yes");
    assert!(Arc::ptr_eq(kept.tree.doc().source(), &source));
    assert!(kept.none.is_none());
    let value = &kept.maps["k"];
    assert_eq!((value.top().text(), value.span.start), ("1", text.find('1').map_or(0, |at| at as u32)));
    assert_eq!(RawNode::default().top().tag(), crate::yaml::Tag::Null);
}
