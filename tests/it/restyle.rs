//! Texts inside of objects are written as kustomize 5.8.1 wrote them when a
//! replacement set `probe` in them to `new`. Recorded from
//! `kubectl kustomize`, with a line feed at the end that kustomize trims.

use quintet::text::Source;
use quintet::yaml::{Limits, parse_text_with_comments, restyle_with_comments};

struct Case {
    name: &'static str,
    text: &'static str,
    written: &'static str,
}

fn with_new_probe(text: &str) -> String {
    let source = Source::detached(text);
    let parsed = parse_text_with_comments(&source, &Limits::DEFAULT).expect("the text is YAML");
    let (mut doc, comments) = parsed.expect("there is a document");
    let root = doc.root();
    if let Some(probe) = doc.get(root, "probe") {
        doc.set_text(probe, "new");
    }
    restyle_with_comments(&doc, root, &comments).expect("it is not too deep")
}

#[test]
fn texts_are_written_as_kustomize_does() {
    for Case { name, text, written } in CASES {
        assert_eq!(with_new_probe(text).trim(), written.trim(), "{name}");
    }
}

#[test]
fn writing_twice_changes_nothing() {
    // Folded blocks may gain an empty line each time, in kustomize too.
    for Case { name, written, .. } in CASES.iter().filter(|case| !case.written.contains(": >")) {
        assert_eq!(with_new_probe(written), with_new_probe(&with_new_probe(written)), "{name}");
    }
}

const CASES: &[Case] = &[
    Case {
        name: "layout is normalised",
        text: "server:
    host:   example.com
    ports:
        -   80
        -   443
    paths:
      - - a
        - b
      -
        name: x
        value: y
probe: old
",
        written: "server:
  host: example.com
  ports:
  - 80
  - 443
  paths:
  - - a
    - b
  - name: x
    value: y
probe: new
",
    },
    Case {
        name: "comments above keys, behind values and in lists",
        text: "# Listens on all addresses.
listen: 0.0.0.0   # not only IPv4
upstreams:        # tried in order
    # the near one
    - name: near  # same zone
      weight: 10
    # the far one
    - name: far
      # rarely used
      weight: 1
probe: old # changed
",
        written: "# Listens on all addresses.
listen: 0.0.0.0 # not only IPv4
upstreams: # tried in order
# the near one
- name: near # same zone
  weight: 10
# the far one
- name: far
  # rarely used
  weight: 1
probe: new # changed
",
    },
    Case {
        name: "a licence, a blank line, comments at the end",
        text: "# Copyright somebody

# What this file is for.

# About the first key.
level: info
tags: [a, b]
# after the tags

# before the probe
probe: old

# the end
# of the file
",
        written: "# Copyright somebody

# What this file is for.

# About the first key.
level: info
tags: [a, b]
# after the tags

# before the probe
probe: new

# the end
# of the file
",
    },
    Case {
        name: "feet go to the entry before an empty line",
        text: "a:
  b: 1
  # foot of b

  c: 2
# foot of a

d:
- x
# foot of x

- y
  # further in
probe: old
",
        written: "a:
  b: 1
  # foot of b

  c: 2
# foot of a

d:
- x
# foot of x

- y
# further in
probe: new
",
    },
    Case {
        name: "comments between a key and its block",
        text: "# head of a
a: # behind a
  # head of b
  b: 1 # behind b
  c: # behind c
  - 1
  - # behind a dash
    k: v
d: # behind nothing
e: {} # behind an empty mapping
probe: old
",
        written: "# head of a
a: # behind a
  # head of b
  b: 1 # behind b
  c: # behind c
  - 1
  - # behind a dash
    k: v
d: # behind nothing
e: {} # behind an empty mapping
probe: new
",
    },
    Case {
        name: "commented-out entries",
        text: "probe: old
#first: 1
second: 2
#third:
#  fourth: 4
list:
  - a
  #- b
  - c
  #- d
",
        written: "probe: new
#first: 1
second: 2
#third:
#  fourth: 4
list:
- a
#- b
- c
#- d
",
    },
    Case {
        name: "scalar styles stay",
        text: r#"plain: a b
single: 'it''s'
double: "tab\there \u00e9 \x07 \U0001F600"
number: "12"
empty: ''
none:
tilde: ~
date: 2001-01-01
url: http://example.com:80/#top
'quoted key': "x # y"
? complex key
: value
probe: old
"#,
        written: r#"plain: a b
single: 'it''s'
double: "tab\there é \a \U0001F600"
number: "12"
empty: ''
none:
tilde: ~
date: 2001-01-01
url: http://example.com:80/#top
'quoted key': "x # y"
complex key: value
probe: new
"#,
    },
    Case {
        name: "block scalars",
        text: "literal: |   # behind the header
    one
      two

    # no comment
strip: |-
  no end
keep: |+
  lines

folded: >-
    first
    second

    third
      indented
last: end
probe: old
",
        written: "literal: | # behind the header
  one
    two

  # no comment
strip: |-
  no end
keep: |+
  lines

folded: >-
  first second

  third

    indented
last: end
probe: new
",
    },
    Case {
        name: "block scalars with leading spaces and tabs",
        text: r#"indented: |2
    two more
  less
tabs: "a\tb\n\tc\n"
quoted: "a\nb\n"
trailing: "a \nb"
probe: old
"#,
        written: r#"indented: |2
    two more
  less
tabs: "a\tb\n\tc\n"
quoted: "a\nb\n"
trailing: "a \nb"
probe: new
"#,
    },
    Case {
        name: "long lines are not folded",
        text: r#"text: word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end
quoted: "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end"
folded: >
  word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word 
  end
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: long key
probe: old
"#,
        written: r#"text: word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end
quoted: "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end"
folded: >
  word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word  end

? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
: long key
probe: new
"#,
    },
    Case {
        name: "folded source lines are joined",
        text: r#"text: one
  two

  three
quoted: "one
  two \
  three"
probe: old
"#,
        written: r#"text: |-
  one two
  three
quoted: "one two three"
probe: new
"#,
    },
    Case {
        name: "flow collections",
        text: r#"list: [a,  "b" , 'c', {d: e, f}, [], ~, ]
map: {a: 1, "b": , ? c : d, e: [x: y]}
wide: [
  # head of a
  a, # behind a
  b
  # foot of b
]
open: {
  a: 1, # behind a
  # head of b
  b: 2
}
empty: []
probe: old
"#,
        written: r#"list: [a, "b", 'c', {d: e, f: ''}, [], ~]
map: {a: 1, "b": '', c: d, e: [{x: y}]}
wide: [
  # head of a
  a, # behind a
  b,
  # foot of b
]
open: {a: 1, # behind a
  # head of b
  b: 2}
empty: []
probe: new
"#,
    },
    Case {
        name: "anchors, aliases, merges and tags",
        text: "base: &base
  a: 1
  list: &list [x, y]
copy: *base
merged:
  <<: *base
  b: !!str 2
  c: !custom value
  d: !!binary aGk=
  e: !<tag:example.com,2000:t> v
again: *list # behind an alias
probe: old
",
        written: "base: &base
  a: 1
  list: &list [x, y]
copy: *base
merged:
  !!merge <<: *base
  b: !!str 2
  c: !custom value
  d: !!binary aGk=
  e: !<tag:example.com,2000:t> v
again: *list # behind an alias
probe: new
",
    },
    Case {
        name: "a document start and directives",
        text: "%YAML 1.1
# before
---
# after
a: 1
probe: old
...
# ignored
",
        written: "# before
# after
a: 1
probe: new

# ignored
",
    },
    Case {
        name: "windows line ends",
        text: "a: 1\r\n# about b\r\nb:\r\n  - c # behind\r\n\r\n# end\r\nprobe: old\r\n",
        written: "a: 1
# about b

b:
- c # behind
# end
probe: new
",
    },
    Case {
        name: "what other programs would misread is quoted only if it was",
        text: r#"on: yes
octal: 0o17
time: 12:30:45
version: 1.10
text: "yes"
probe: old
"#,
        written: r#"on: yes
octal: 0o17
time: 12:30:45
version: 1.10
text: "yes"
probe: new
"#,
    },
    Case {
        name: "a scrape configuration",
        text: r#"global:
  scrape_interval:     15s # default is 1m

# Rules are read once.
rule_files:
  # - "first.rules"
  # - "second.rules"

scrape_configs:
  # The job name is added as a label.
  - job_name: 'self'

    # metrics_path defaults to '/metrics'.

    static_configs:
    - targets: ['localhost:9090', "other:9090"]
    relabel_configs:
      - source_labels: [__address__]
        regex: '(.*):\d+'
        replacement: ${1}

probe: old
"#,
        written: r#"global:
  scrape_interval: 15s # default is 1m
# Rules are read once.
rule_files:
# - "first.rules"
# - "second.rules"
scrape_configs:
# The job name is added as a label.
- job_name: 'self'
  # metrics_path defaults to '/metrics'.
  static_configs:
  - targets: ['localhost:9090', "other:9090"]
  relabel_configs:
  - source_labels: [__address__]
    regex: '(.*):\d+'
    replacement: ${1}
probe: new
"#,
    },
];
