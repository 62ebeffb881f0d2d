
use builtin;
use str;

set edit:completion:arg-completer[quintet] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'quintet'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'quintet'= {
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand build 'Build a kustomization: the same bytes as `kustomize build` 5.8.1'
            cand render 'Render the Applications of an environment'
            cand check 'Run every gate: the CI command'
            cand explain 'Say what a check refuses and why'
            cand plan 'Show the install order and what forces each step'
            cand pin 'The pinned upstream: is what is at hand what was reviewed?'
            cand snapshot 'Compare the render of an environment with the one that was approved last'
            cand argocd 'Argo CD: the Applications, and the plugin that renders them'
            cand completions 'Write the script that makes a shell complete this command line'
            cand man 'Write the manual pages'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;build'= {
            cand -o 'File to write, or an existing folder for one file per object'
            cand --output 'File to write, or an existing folder for one file per object'
            cand --load-restrictor 'Which files a kustomization may read'
            cand --helm-command 'The helm program'
            cand --helm-api-versions 'Kubernetes API versions charts may rely on'
            cand --helm-kube-version 'Kubernetes version charts are rendered for'
            cand --max-text-bytes 'Bytes of one file'
            cand --max-depth 'Collections inside each other'
            cand --max-nodes 'Nodes of one document'
            cand --max-alias-nodes 'Nodes that aliases add to one document'
            cand --max-alias-bytes 'Bytes of text that aliases add to one document'
            cand --max-folders 'Folders that one build enters'
            cand --max-folder-depth 'Folders that lead to each other in one chain'
            cand --max-read-bytes 'Bytes of all files that one build reads'
            cand --max-gained-bytes 'Bytes of text that one build adds to its objects'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --enable-helm 'Render `helmCharts` with the helm program'
            cand --helm-debug 'Ask helm for debug output'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;render'= {
            cand --env 'The environment'
            cand --application 'Only this Application'
            cand --out 'Folder to write, or - for standard output [default: -, nothing with --export]'
            cand --export 'Folder to write kustomizations to that need no network'
            cand --layout 'How the folder is laid out'
            cand --revision 'Revision of the platform repository, for render.json'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;check'= {
            cand --env 'An environment; may be given several times'
            cand --live 'Argo CD objects of the cluster, or - for standard input; needs exactly one --env'
            cand --baseline 'An earlier report, written with --output json=FILE: its findings are known and fail nothing'
            cand --fail-on 'What fails the run'
            cand --output 'Report, with =PATH to write a file; may be given several times'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --all-envs 'All environments of the platform'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;explain'= {
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;plan'= {
            cand --env 'The environment'
            cand --output 'Form, with =PATH to write a file; may be given several times; prerequisites have text and json'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --prerequisites 'What has to be on the cluster first, in place of the order'
            cand --objects 'Name the objects in text, in place of counting them'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;pin'= {
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand fetch 'Bring every pinned remote into the cache'
            cand update 'Pin another commit of the upstream, with all that follows from it'
            cand verify 'Hold every upstream file that a render reads to its digest'
            cand vendor 'Write a mirror of what renders read, for machines without a network'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;pin;fetch'= {
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;pin;update'= {
            cand --to 'A tag, a branch, or a commit in full'
            cand --label 'What people call the release: `version` of the composition'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --dry-run 'Say what would move, and write nothing'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;pin;verify'= {
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;pin;vendor'= {
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;pin;help'= {
            cand fetch 'Bring every pinned remote into the cache'
            cand update 'Pin another commit of the upstream, with all that follows from it'
            cand verify 'Hold every upstream file that a render reads to its digest'
            cand vendor 'Write a mirror of what renders read, for machines without a network'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;pin;help;fetch'= {
        }
        &'quintet;pin;help;update'= {
        }
        &'quintet;pin;help;verify'= {
        }
        &'quintet;pin;help;vendor'= {
        }
        &'quintet;pin;help;help'= {
        }
        &'quintet;snapshot'= {
            cand --env 'The environment'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --accept 'Approve the render: write it to snapshots/<environment>/'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;argocd'= {
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand applications 'Make the Argo CD objects of an environment'
            cand generate 'Print what Argo CD asks the plugin for: all of it, or nothing'
            cand plugin 'Make the manifests of the plugin that renders the Applications in Argo CD'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;argocd;applications'= {
            cand --env 'The environment'
            cand --revision 'Full commit of the platform repository that the children stay at'
            cand --out 'Folder to write, or - for standard output'
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --unverified 'Go on when an upstream file is not the one on record, and say so'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;argocd;generate'= {
            cand --repo 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;argocd;plugin'= {
            cand --namespace 'Namespace of Argo CD'
            cand --image 'Image of the sidecar [default: quintet, with this program''s version as its tag]'
            cand --out 'Folder to write, or - for standard output'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;argocd;help'= {
            cand applications 'Make the Argo CD objects of an environment'
            cand generate 'Print what Argo CD asks the plugin for: all of it, or nothing'
            cand plugin 'Make the manifests of the plugin that renders the Applications in Argo CD'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;argocd;help;applications'= {
        }
        &'quintet;argocd;help;generate'= {
        }
        &'quintet;argocd;help;plugin'= {
        }
        &'quintet;argocd;help;help'= {
        }
        &'quintet;completions'= {
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;man'= {
            cand --out 'Folder for the pages of all commands; made when it is missing'
            cand --mirror 'Mirror file: where remote resources are on this machine'
            cand --cache 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]'
            cand --timeout 'The longest that one answer of a server may take'
            cand --color 'Colours in messages'
            cand --fetch 'Fetch what neither mirror nor cache has; without it no connection is opened'
            cand -q 'No warnings'
            cand --quiet 'No warnings'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'quintet;help'= {
            cand build 'Build a kustomization: the same bytes as `kustomize build` 5.8.1'
            cand render 'Render the Applications of an environment'
            cand check 'Run every gate: the CI command'
            cand explain 'Say what a check refuses and why'
            cand plan 'Show the install order and what forces each step'
            cand pin 'The pinned upstream: is what is at hand what was reviewed?'
            cand snapshot 'Compare the render of an environment with the one that was approved last'
            cand argocd 'Argo CD: the Applications, and the plugin that renders them'
            cand completions 'Write the script that makes a shell complete this command line'
            cand man 'Write the manual pages'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'quintet;help;build'= {
        }
        &'quintet;help;render'= {
        }
        &'quintet;help;check'= {
        }
        &'quintet;help;explain'= {
        }
        &'quintet;help;plan'= {
        }
        &'quintet;help;pin'= {
            cand fetch 'Bring every pinned remote into the cache'
            cand update 'Pin another commit of the upstream, with all that follows from it'
            cand verify 'Hold every upstream file that a render reads to its digest'
            cand vendor 'Write a mirror of what renders read, for machines without a network'
        }
        &'quintet;help;pin;fetch'= {
        }
        &'quintet;help;pin;update'= {
        }
        &'quintet;help;pin;verify'= {
        }
        &'quintet;help;pin;vendor'= {
        }
        &'quintet;help;snapshot'= {
        }
        &'quintet;help;argocd'= {
            cand applications 'Make the Argo CD objects of an environment'
            cand generate 'Print what Argo CD asks the plugin for: all of it, or nothing'
            cand plugin 'Make the manifests of the plugin that renders the Applications in Argo CD'
        }
        &'quintet;help;argocd;applications'= {
        }
        &'quintet;help;argocd;generate'= {
        }
        &'quintet;help;argocd;plugin'= {
        }
        &'quintet;help;completions'= {
        }
        &'quintet;help;man'= {
        }
        &'quintet;help;help'= {
        }
    ]
    $completions[$command]
}
