//! Texts that are broken, or ask for far more than they say.

use super::bounds::{CONFIG_MAP, ONE_FILE, SERVICE, build, folder, refused, refused_text};

const DEPTH: usize = 100_000;

/// `name` and `text` as the `patches` entry for the object.
fn patched(name: &str, text: &str) -> [(&'static str, Vec<u8>); 3] {
    let kustomization = format!("resources: [a.yaml]\npatches:\n- target: {{kind: ConfigMap{name}}}\n  path: patch\n");
    [
        ("kustomization.yaml", kustomization.into_bytes()),
        ("a.yaml", format!("{CONFIG_MAP}x: [aaaa]\n").into_bytes()),
        ("patch", text.into()),
    ]
}

#[track_caller]
fn refused_patch(name: &str, text: &str, expected: &[&str]) {
    let files = patched(name, text);
    refused(&files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice())), expected);
}

#[test]
fn an_alias_bomb() {
    let mut bomb = "a0: &a0 lol\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    let expected = ["(max_alias_nodes)", "--max-alias-nodes"];
    refused_text(format!("{CONFIG_MAP}{bomb}"), &[&expected[..], &["[a.yaml:12:10]"]].concat());
    refused(&[("kustomization.yaml", bomb.as_bytes())], &[&expected[..], &["[kustomization.yaml:8:10]"]].concat());
}

#[test]
fn an_alias_bomb_of_long_texts_and_one_of_merges() {
    let aliases = vec!["*a"; 1000].join(", ");
    let text = format!("{CONFIG_MAP}b: &a {}\nc: [{aliases}]\n", "x".repeat(1 << 20));
    refused_text(text, &["(max_alias_bytes)", "--max-alias-bytes", "a.yaml:6:"]);
    let mut merges = format!("{CONFIG_MAP}a0: &a0 {{k: v}}\n");
    for level in 1..40 {
        let below = level - 1;
        merges += &format!("a{level}: &a{level} {{<<: *a{below}, x{level}: *a{below}, y{level}: *a{below}}}\n");
    }
    refused_text(merges, &["(max_alias_nodes)", "a.yaml:"]);
}

#[test]
fn a_value_that_contains_itself() {
    refused_text(format!("{CONFIG_MAP}a: &a [*a]\n"), &["contains itself", "[a.yaml:5:8]"]);
    refused(&[("kustomization.yaml", b"resources: &a [*a]\n")], &["contains itself", "[kustomization.yaml:1:16]"]);
}

#[test]
fn nesting_without_end() {
    let (open, close) = ("[".repeat(DEPTH), "]".repeat(DEPTH));
    let stairs: String = (1..2000).map(|column| format!("{:column$}a:\n", "")).collect();
    let nested = [
        format!("a: {open}{close}\n"),
        format!("a: {open}"),
        format!("a: {}", "{a: ".repeat(DEPTH)),
        format!("a:\n{}x\n", "- ".repeat(DEPTH)),
        format!("a:\n{}x\n", "? ".repeat(DEPTH)),
        format!("a:\n{stairs}"),
    ];
    for text in nested {
        refused_text(format!("{CONFIG_MAP}{text}"), &["(max_depth)", "--max-depth", "a.yaml:"]);
    }
    let resources = format!("resources: {open}");
    refused(&[("kustomization.yaml", resources.as_bytes())], &["(max_depth)", "kustomization.yaml:1:"]);
    let value = format!("[{{\"op\": \"add\", \"path\": \"/x\", \"value\": {open}{close}}}]");
    refused_patch("", &value, &["(max_depth)", "patch:1:"]);
}

/// Nothing in the files is deep; what they make would be.
#[test]
fn nesting_that_is_made() {
    let deeper =
        "- {op: move, from: /x, path: /y}\n- {op: add, path: /x, value: {}}\n- {op: move, from: /y, path: /x/a}\n";
    refused_patch("", &deeper.repeat(5000), &["(max_depth)", "a.yaml:1:1"]);
    let fields = format!("labels:\n- pairs: {{a: b}}\n  fields: [{{path: {}b, create: true}}]\n", "a/".repeat(DEPTH));
    let kustomization = format!("{ONE_FILE}{fields}");
    let files = [("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", SERVICE.as_bytes())];
    refused(&files, &["(max_depth)", "a.yaml:1:1"]);
}

#[test]
fn copies_of_copies() {
    let copies = "- {op: copy, from: /x, path: /x/-}\n".repeat(60);
    refused_patch("", &copies, &["(max_nodes)", "--max-nodes", "[patch:"]);
    let entry = "- source: {kind: ConfigMap, fieldPath: x}\n  targets:\n  - select: {kind: ConfigMap}\n    fieldPaths: [x]\n    options: {delimiter: b, index: -1}\n";
    let kustomization = format!("{ONE_FILE}replacements:\n{}", entry.repeat(60));
    let object = format!("{CONFIG_MAP}x: {}\n", "a".repeat(40));
    let files = [("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", object.as_bytes())];
    refused(&files, &["(max_gained_bytes)", "--max-gained-bytes", "kustomization.yaml:"]);
}

#[test]
fn a_scalar_of_64_mebibytes() {
    let text = format!("{CONFIG_MAP}data:\n  a: {}\n", "x".repeat(64 << 20));
    refused_text(text, &["(max_text_bytes)", "--max-text-bytes", "a.yaml", "[kustomization.yaml:1:13]"]);
}

/// The worst that the bound on one file lets in.
#[test]
fn scalars_just_below_the_limit() {
    let size = (32 << 20) - 200;
    let plain = format!("{CONFIG_MAP}data:\n  a: {}\n", "x".repeat(size));
    let quoted = format!("{CONFIG_MAP}data:\n  a: \"{}\"\n", "x\\n".repeat(size / 3));
    let block = format!("{CONFIG_MAP}data:\n  a: |\n{}", "    xxxxxxxxxxx\n".repeat(size / 16));
    for text in [plain, quoted, block] {
        let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
        build(folder.path()).built();
    }
}

#[test]
fn a_million_keys() {
    let block: String = (0..1_000_000).map(|number| format!("  k{number}: v\n")).collect();
    let flow: String = (0..1_000_000).map(|number| format!("k{number}: v, ")).collect();
    for text in [format!("{CONFIG_MAP}data:\n{block}"), format!("{CONFIG_MAP}data: {{{flow}}}\n")] {
        refused_text(text, &["(max_nodes)", "--max-nodes", "a.yaml:"]);
    }
}

#[test]
fn half_a_million_nodes_are_built() {
    let data: String = (0..240_000).map(|number| format!("  k{number}: v\n")).collect();
    let text = format!("{CONFIG_MAP}data:\n{data}");
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
    build(folder.path()).built();
}

#[test]
fn ten_thousand_documents_are_built() {
    let text: String =
        (0..10_000).map(|number| format!("{}---\n", SERVICE.replace("web", &format!("web-{number}")))).collect();
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
    let built = String::from_utf8(build(folder.path()).built()).expect("YAML is text");
    assert_eq!(built.matches("\nkind: Service\n").count(), 10_000);
}

#[test]
fn what_is_no_text() {
    refused_text(format!("{CONFIG_MAP}data: {{a: 'b\0c'}}\n"), &["control characters", "[a.yaml:5:13]"]);
    refused_text([CONFIG_MAP.as_bytes(), b"data: {a: \xff}\n"].concat(), &["`a.yaml` is not UTF-8", "(line 5)"]);
    refused_text(b"\xff\xfea\0b", &["`a.yaml` is not UTF-8", "UTF-16 at byte 4"]);
    refused(&[("kustomization.yaml", b"# x\nresources: [\xff]\n")], &["`kustomization.yaml` is not UTF-8", "(line 2)"]);
    refused(&[("kustomization.yaml", b"resources: ['a\0b']\n")], &["control characters", "[kustomization.yaml:1:15]"]);
    refused(&[("kustomization.yaml", b"resources: [\"a\\0b\"]\n")], &["cannot read", "[kustomization.yaml:1:13]"]);
    let generator = b"configMapGenerator:\n- name: a\n  envs: [env]\n";
    refused(
        &[("kustomization.yaml", generator), ("env", b"A=b\nB=\xff\n")],
        &["line 2 of `env`", "[kustomization.yaml:3:10]"],
    );
}

#[test]
fn texts_that_end_too_early() {
    for (rest, place) in
        [("data: {a: 'b", "[a.yaml:5:11]"), ("data: {a: [b", "[a.yaml:5:11]"), ("data:\n  a: \"b", "[a.yaml:6:6]")]
    {
        refused_text(format!("{CONFIG_MAP}{rest}"), &["unclosed", place]);
    }
    refused(&[("kustomization.yaml", b"resources: [a")], &["unclosed", "[kustomization.yaml:1:12]"]);
}

#[test]
fn patterns_that_explode() {
    let remove = "[{\"op\": \"test\", \"path\": \"/none\", \"value\": 1}]";
    // Go's syntax has neither backward references nor looking ahead.
    for pattern in ["(((a{100}){100}){100}){100}", "a{1000000}", "(?i)\\\\w{1000}{1000}", "(", "\\\\1", "(?=a)"] {
        let name = format!(", name: \"{pattern}\"");
        refused_patch(&name, remove, &["not a valid regular expression", "kustomization.yaml:3:"]);
    }
    let deep = "(".repeat(DEPTH);
    refused_patch(&format!(", name: \"{deep}\""), remove, &["not a valid regular expression", "kustomization.yaml:3:"]);
    // Backtracking would take for ever on these.
    for pattern in ["(a*)*b", "(a|aa)+$"] {
        let files = patched(&format!(", name: \"{pattern}\""), "[]");
        let mut files = files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
        let object = CONFIG_MAP.replace("web", &"a".repeat(200_000));
        files[1].1 = object.as_bytes();
        build(folder(&files).path()).built();
    }
}

#[test]
fn a_replacement_with_a_huge_index() {
    let object = format!("{SERVICE}spec: {{ports: [{{name: a}}]}}\n");
    let run = |path: &str, expected: &[&str]| {
        for create in [true, false] {
            let kustomization = format!(
                "{ONE_FILE}replacements:\n- source: {{kind: Service, fieldPath: metadata.name}}\n  targets:\n  - select: {{kind: Service}}\n    fieldPaths: [\"{path}\"]\n    options: {{create: {create}}}\n"
            );
            let files = [("kustomization.yaml", kustomization.as_bytes()), ("a.yaml", object.as_bytes())];
            refused(&files, expected);
        }
    };
    for index in ["100000000", "4000000000", "9223372036854775807", "99999999999999999999"] {
        run(&format!("spec.ports.{index}.name"), &["a.yaml:5:15"]);
    }
    for long in [".".repeat(DEPTH), "a.".repeat(DEPTH)] {
        run(&long, &["(max_depth)", "kustomization.yaml:3:3"]);
    }
}

#[test]
fn a_json_patch_with_a_pointer_of_a_megabyte() {
    for pointer in ["/a".repeat(500_000), format!("/a/{}", "a".repeat(1_000_000))] {
        let patch = format!("[{{\"op\": \"add\", \"path\": \"{pointer}\", \"value\": 1}}]");
        refused_patch("", &patch, &["patch:1:2"]);
        let inline = format!("{ONE_FILE}patches:\n- target: {{kind: ConfigMap}}\n  patch: '{patch}'\n");
        let files = [("kustomization.yaml", inline.as_bytes()), ("a.yaml", CONFIG_MAP.as_bytes())];
        refused(&files, &["kustomization.yaml:4:"]);
    }
    refused_patch("", "- {op: add, path: /x/9999999999, value: 1}\n", &["is no index", "[patch:1:3]"]);
}

#[test]
fn env_files_without_end() {
    let generator = b"configMapGenerator:\n- name: a\n  envs: [env]\n";
    let run = |env: &str, expected| refused(&[("kustomization.yaml", generator), ("env", env.as_bytes())], expected);
    let long: String = (0..1_000_000).map(|number| format!("K{number}={}\n", "v".repeat(90))).collect();
    run(&long, &["(max_text_bytes)", "--max-text-bytes", "`env`", "[kustomization.yaml:3:10]"]);
    let short: String = (0..3_000_000).map(|number| format!("K{number}\n")).collect();
    run(&short, &["(max_nodes)", "--max-nodes", "[kustomization.yaml:3:10]"]);
    let legal: String = (0..200_000).map(|number| format!("K{number}={}\n", "v".repeat(90))).collect();
    build(folder(&[("kustomization.yaml", generator), ("env", legal.as_bytes())]).path()).built();
}
