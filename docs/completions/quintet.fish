# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_quintet_global_optspecs
    string join \n mirror= cache= fetch timeout= color= q/quiet h/help V/version
end

function __fish_quintet_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_quintet_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_quintet_using_subcommand
    set -l cmd (__fish_quintet_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c quintet -n "__fish_quintet_needs_command" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_needs_command" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_needs_command" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_needs_command" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_needs_command" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_needs_command" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_needs_command" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "build" -d 'Build a kustomization: the same bytes as `kustomize build` 5.8.1'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "render" -d 'Render the Applications of an environment'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "check" -d 'Run every gate: the CI command'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "explain" -d 'Say what a check refuses and why'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "plan" -d 'Show the install order and what forces each step'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "pin" -d 'The pinned upstream: is what is at hand what was reviewed?'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "snapshot" -d 'Compare the render of an environment with the one that was approved last'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "argocd" -d 'Argo CD: the Applications, and the plugin that renders them'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "completions" -d 'Write the script that makes a shell complete this command line'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "man" -d 'Write the manual pages'
complete -c quintet -n "__fish_quintet_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand build" -s o -l output -d 'File to write, or an existing folder for one file per object' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand build" -l load-restrictor -d 'Which files a kustomization may read' -r -f -a "LoadRestrictionsRootOnly\t'Only files in or below its folder'
LoadRestrictionsNone\t'Any file'"
complete -c quintet -n "__fish_quintet_using_subcommand build" -l helm-command -d 'The helm program' -r -f -a "(__fish_complete_command)"
complete -c quintet -n "__fish_quintet_using_subcommand build" -l helm-api-versions -d 'Kubernetes API versions charts may rely on' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l helm-kube-version -d 'Kubernetes version charts are rendered for' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-text-bytes -d 'Bytes of one file' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-depth -d 'Collections inside each other' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-nodes -d 'Nodes of one document' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-alias-nodes -d 'Nodes that aliases add to one document' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-alias-bytes -d 'Bytes of text that aliases add to one document' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-folders -d 'Folders that one build enters' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-folder-depth -d 'Folders that lead to each other in one chain' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-read-bytes -d 'Bytes of all files that one build reads' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l max-gained-bytes -d 'Bytes of text that one build adds to its objects' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand build" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand build" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand build" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand build" -l enable-helm -d 'Render `helmCharts` with the helm program'
complete -c quintet -n "__fish_quintet_using_subcommand build" -l helm-debug -d 'Ask helm for debug output'
complete -c quintet -n "__fish_quintet_using_subcommand build" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand build" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand build" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand build" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand render" -l env -d 'The environment' -r
complete -c quintet -n "__fish_quintet_using_subcommand render" -l application -d 'Only this Application' -r
complete -c quintet -n "__fish_quintet_using_subcommand render" -l out -d 'Folder to write, or - for standard output [default: -, nothing with --export]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l export -d 'Folder to write kustomizations to that need no network' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l layout -d 'How the folder is laid out' -r -f -a "application\t'A file for each Application'
object\t'A folder for each Application, with a file for each object'"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l revision -d 'Revision of the platform repository, for render.json' -r
complete -c quintet -n "__fish_quintet_using_subcommand render" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand render" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand render" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand render" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand render" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand render" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand render" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand check" -l env -d 'An environment; may be given several times' -r
complete -c quintet -n "__fish_quintet_using_subcommand check" -l live -d 'Argo CD objects of the cluster, or - for standard input; needs exactly one --env' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand check" -l baseline -d 'An earlier report, written with --output json=FILE: its findings are known and fail nothing' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand check" -l fail-on -d 'What fails the run' -r -f -a "error\t'Errors only'
warning\t'Warnings too'"
complete -c quintet -n "__fish_quintet_using_subcommand check" -l output -d 'Report, with =PATH to write a file; may be given several times' -r -f -a "text\t'for people, with the lines that are wrong'
json\t'for programs: quintet/report/v1'
sarif\t'for code scanning: SARIF 2.1.0'
github\t'for GitHub Actions: annotations of a run'
gitlab\t'for GitLab: a Code Quality report'
junit\t'for CI servers: JUnit XML, a test for every check'
markdown\t'for a pull request: one comment'
html\t'for a browser: one page to keep, without a network'"
complete -c quintet -n "__fish_quintet_using_subcommand check" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand check" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand check" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand check" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand check" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand check" -l all-envs -d 'All environments of the platform'
complete -c quintet -n "__fish_quintet_using_subcommand check" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand check" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand check" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand check" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand explain" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand explain" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand explain" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand explain" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand explain" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand explain" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand explain" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l env -d 'The environment' -r
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l output -d 'Form, with =PATH to write a file; may be given several times; prerequisites have text and json' -r -f -a "text\t'for people'
json\t'for programs: quintet/plan/v1, quintet/prerequisites/v1'
mermaid\t'a flowchart for Markdown'
dot\t'a graph for Graphviz'"
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l prerequisites -d 'What has to be on the cluster first, in place of the order'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l objects -d 'Name the objects in text, in place of counting them'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand plan" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -f -a "fetch" -d 'Bring every pinned remote into the cache'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -f -a "update" -d 'Pin another commit of the upstream, with all that follows from it'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -f -a "verify" -d 'Hold every upstream file that a render reads to its digest'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -f -a "vendor" -d 'Write a mirror of what renders read, for machines without a network'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and not __fish_seen_subcommand_from fetch update verify vendor help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from fetch" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l to -d 'A tag, a branch, or a commit in full' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l label -d 'What people call the release: `version` of the composition' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l dry-run -d 'Say what would move, and write nothing'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from update" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from verify" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from vendor" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from help" -f -a "fetch" -d 'Bring every pinned remote into the cache'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from help" -f -a "update" -d 'Pin another commit of the upstream, with all that follows from it'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from help" -f -a "verify" -d 'Hold every upstream file that a render reads to its digest'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from help" -f -a "vendor" -d 'Write a mirror of what renders read, for machines without a network'
complete -c quintet -n "__fish_quintet_using_subcommand pin; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l env -d 'The environment' -r
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l accept -d 'Approve the render: write it to snapshots/<environment>/'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand snapshot" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -f -a "applications" -d 'Make the Argo CD objects of an environment'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -f -a "generate" -d 'Print what Argo CD asks the plugin for: all of it, or nothing'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -f -a "plugin" -d 'Make the manifests of the plugin that renders the Applications in Argo CD'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and not __fish_seen_subcommand_from applications generate plugin help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l env -d 'The environment' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l revision -d 'Full commit of the platform repository that the children stay at' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l out -d 'Folder to write, or - for standard output' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l unverified -d 'Go on when an upstream file is not the one on record, and say so'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from applications" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l repo -d 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from generate" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l namespace -d 'Namespace of Argo CD' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l image -d 'Image of the sidecar [default: quintet, with this program\'s version as its tag]' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l out -d 'Folder to write, or - for standard output' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from plugin" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from help" -f -a "applications" -d 'Make the Argo CD objects of an environment'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from help" -f -a "generate" -d 'Print what Argo CD asks the plugin for: all of it, or nothing'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from help" -f -a "plugin" -d 'Make the manifests of the plugin that renders the Applications in Argo CD'
complete -c quintet -n "__fish_quintet_using_subcommand argocd; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand completions" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand completions" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand completions" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand completions" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand completions" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand completions" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand completions" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand man" -l out -d 'Folder for the pages of all commands; made when it is missing' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand man" -l mirror -d 'Mirror file: where remote resources are on this machine' -r -F
complete -c quintet -n "__fish_quintet_using_subcommand man" -l cache -d 'Cache of pinned remote resources [default: the folder quintet of the user\'s cache folder]' -r -f -a "(__fish_complete_directories)"
complete -c quintet -n "__fish_quintet_using_subcommand man" -l timeout -d 'The longest that one answer of a server may take' -r
complete -c quintet -n "__fish_quintet_using_subcommand man" -l color -d 'Colours in messages' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c quintet -n "__fish_quintet_using_subcommand man" -l fetch -d 'Fetch what neither mirror nor cache has; without it no connection is opened'
complete -c quintet -n "__fish_quintet_using_subcommand man" -s q -l quiet -d 'No warnings'
complete -c quintet -n "__fish_quintet_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c quintet -n "__fish_quintet_using_subcommand man" -s V -l version -d 'Print version'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "build" -d 'Build a kustomization: the same bytes as `kustomize build` 5.8.1'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "render" -d 'Render the Applications of an environment'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "check" -d 'Run every gate: the CI command'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "explain" -d 'Say what a check refuses and why'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "plan" -d 'Show the install order and what forces each step'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "pin" -d 'The pinned upstream: is what is at hand what was reviewed?'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "snapshot" -d 'Compare the render of an environment with the one that was approved last'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "argocd" -d 'Argo CD: the Applications, and the plugin that renders them'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "completions" -d 'Write the script that makes a shell complete this command line'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "man" -d 'Write the manual pages'
complete -c quintet -n "__fish_quintet_using_subcommand help; and not __fish_seen_subcommand_from build render check explain plan pin snapshot argocd completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from pin" -f -a "fetch" -d 'Bring every pinned remote into the cache'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from pin" -f -a "update" -d 'Pin another commit of the upstream, with all that follows from it'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from pin" -f -a "verify" -d 'Hold every upstream file that a render reads to its digest'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from pin" -f -a "vendor" -d 'Write a mirror of what renders read, for machines without a network'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from argocd" -f -a "applications" -d 'Make the Argo CD objects of an environment'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from argocd" -f -a "generate" -d 'Print what Argo CD asks the plugin for: all of it, or nothing'
complete -c quintet -n "__fish_quintet_using_subcommand help; and __fish_seen_subcommand_from argocd" -f -a "plugin" -d 'Make the manifests of the plugin that renders the Applications in Argo CD'
complete -c quintet -n "__fish_quintet_using_subcommand explain" -f -a "argocd/aggregated-rules argocd/annotation-limit argocd/ca-bundle argocd/dangling-reference argocd/malformed-wave argocd/required-setting argocd/retired-entry argocd/unknown-sync-option closed-set/disabled-application closed-set/duplicated-application closed-set/excluded-component closed-set/extra-application closed-set/extra-project closed-set/missing-application closed-set/open-generator closed-set/open-project closed-set/re-pointed-destination closed-set/re-pointed-path closed-set/re-pointed-repository closed-set/re-pointed-revision closed-set/renamed-application closed-set/shared-object closed-set/stray-file closed-set/unused-lock-entry closed-set/used-excluded-folder install-order/broken-wave install-order/cycle install-order/later-provider install-order/missing-provider install-order/self-guarding-webhook mesh/required-setting patch/changed-nothing patch/matched-nothing patch/unused-value pin/source-unverified pin/unconfirmed-value schema/invalid-crd schema/invalid-custom-resource schema/unserved-version snapshot/differs waiver/expired-waiver waiver/unused-waiver"
complete -c quintet -n "__fish_quintet_using_subcommand completions" -f -a "bash elvish fish powershell zsh"
