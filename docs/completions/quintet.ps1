
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'quintet' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'quintet'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'quintet' {
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('build', 'build', [CompletionResultType]::ParameterValue, 'Build a kustomization: the same bytes as `kustomize build` 5.8.1')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render the Applications of an environment')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Run every gate: the CI command')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Say what a check refuses and why')
            [CompletionResult]::new('plan', 'plan', [CompletionResultType]::ParameterValue, 'Show the install order and what forces each step')
            [CompletionResult]::new('pin', 'pin', [CompletionResultType]::ParameterValue, 'The pinned upstream: is what is at hand what was reviewed?')
            [CompletionResult]::new('snapshot', 'snapshot', [CompletionResultType]::ParameterValue, 'Compare the render of an environment with the one that was approved last')
            [CompletionResult]::new('argocd', 'argocd', [CompletionResultType]::ParameterValue, 'Argo CD: the Applications, and the plugin that renders them')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write the script that makes a shell complete this command line')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;build' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, or an existing folder for one file per object')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, or an existing folder for one file per object')
            [CompletionResult]::new('--load-restrictor', '--load-restrictor', [CompletionResultType]::ParameterName, 'Which files a kustomization may read')
            [CompletionResult]::new('--helm-command', '--helm-command', [CompletionResultType]::ParameterName, 'The helm program')
            [CompletionResult]::new('--helm-api-versions', '--helm-api-versions', [CompletionResultType]::ParameterName, 'Kubernetes API versions charts may rely on')
            [CompletionResult]::new('--helm-kube-version', '--helm-kube-version', [CompletionResultType]::ParameterName, 'Kubernetes version charts are rendered for')
            [CompletionResult]::new('--max-text-bytes', '--max-text-bytes', [CompletionResultType]::ParameterName, 'Bytes of one file')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Collections inside each other')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Nodes of one document')
            [CompletionResult]::new('--max-alias-nodes', '--max-alias-nodes', [CompletionResultType]::ParameterName, 'Nodes that aliases add to one document')
            [CompletionResult]::new('--max-alias-bytes', '--max-alias-bytes', [CompletionResultType]::ParameterName, 'Bytes of text that aliases add to one document')
            [CompletionResult]::new('--max-folders', '--max-folders', [CompletionResultType]::ParameterName, 'Folders that one build enters')
            [CompletionResult]::new('--max-folder-depth', '--max-folder-depth', [CompletionResultType]::ParameterName, 'Folders that lead to each other in one chain')
            [CompletionResult]::new('--max-read-bytes', '--max-read-bytes', [CompletionResultType]::ParameterName, 'Bytes of all files that one build reads')
            [CompletionResult]::new('--max-gained-bytes', '--max-gained-bytes', [CompletionResultType]::ParameterName, 'Bytes of text that one build adds to its objects')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--enable-helm', '--enable-helm', [CompletionResultType]::ParameterName, 'Render `helmCharts` with the helm program')
            [CompletionResult]::new('--helm-debug', '--helm-debug', [CompletionResultType]::ParameterName, 'Ask helm for debug output')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;render' {
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'The environment')
            [CompletionResult]::new('--application', '--application', [CompletionResultType]::ParameterName, 'Only this Application')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Folder to write, or - for standard output [default: -, nothing with --export]')
            [CompletionResult]::new('--export', '--export', [CompletionResultType]::ParameterName, 'Folder to write kustomizations to that need no network')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'How the folder is laid out')
            [CompletionResult]::new('--revision', '--revision', [CompletionResultType]::ParameterName, 'Revision of the platform repository, for render.json')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;check' {
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'An environment; may be given several times')
            [CompletionResult]::new('--live', '--live', [CompletionResultType]::ParameterName, 'Argo CD objects of the cluster, or - for standard input; needs exactly one --env')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'An earlier report, written with --output json=FILE: its findings are known and fail nothing')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'What fails the run')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Report, with =PATH to write a file; may be given several times')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--all-envs', '--all-envs', [CompletionResultType]::ParameterName, 'All environments of the platform')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;explain' {
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;plan' {
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'The environment')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Form, with =PATH to write a file; may be given several times; prerequisites have text and json')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--prerequisites', '--prerequisites', [CompletionResultType]::ParameterName, 'What has to be on the cluster first, in place of the order')
            [CompletionResult]::new('--objects', '--objects', [CompletionResultType]::ParameterName, 'Name the objects in text, in place of counting them')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;pin' {
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('fetch', 'fetch', [CompletionResultType]::ParameterValue, 'Bring every pinned remote into the cache')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Pin another commit of the upstream, with all that follows from it')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hold every upstream file that a render reads to its digest')
            [CompletionResult]::new('vendor', 'vendor', [CompletionResultType]::ParameterValue, 'Write a mirror of what renders read, for machines without a network')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;pin;fetch' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;pin;update' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'A tag, a branch, or a commit in full')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'What people call the release: `version` of the composition')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Say what would move, and write nothing')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;pin;verify' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;pin;vendor' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;pin;help' {
            [CompletionResult]::new('fetch', 'fetch', [CompletionResultType]::ParameterValue, 'Bring every pinned remote into the cache')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Pin another commit of the upstream, with all that follows from it')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hold every upstream file that a render reads to its digest')
            [CompletionResult]::new('vendor', 'vendor', [CompletionResultType]::ParameterValue, 'Write a mirror of what renders read, for machines without a network')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;pin;help;fetch' {
            break
        }
        'quintet;pin;help;update' {
            break
        }
        'quintet;pin;help;verify' {
            break
        }
        'quintet;pin;help;vendor' {
            break
        }
        'quintet;pin;help;help' {
            break
        }
        'quintet;snapshot' {
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'The environment')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'Approve the render: write it to snapshots/<environment>/')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;argocd' {
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('applications', 'applications', [CompletionResultType]::ParameterValue, 'Make the Argo CD objects of an environment')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Print what Argo CD asks the plugin for: all of it, or nothing')
            [CompletionResult]::new('plugin', 'plugin', [CompletionResultType]::ParameterValue, 'Make the manifests of the plugin that renders the Applications in Argo CD')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;argocd;applications' {
            [CompletionResult]::new('--env', '--env', [CompletionResultType]::ParameterName, 'The environment')
            [CompletionResult]::new('--revision', '--revision', [CompletionResultType]::ParameterName, 'Full commit of the platform repository that the children stay at')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Folder to write, or - for standard output')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--unverified', '--unverified', [CompletionResultType]::ParameterName, 'Go on when an upstream file is not the one on record, and say so')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;argocd;generate' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'Platform root [default: the nearest folder above with compositions/kubeflow.yaml]')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;argocd;plugin' {
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of Argo CD')
            [CompletionResult]::new('--image', '--image', [CompletionResultType]::ParameterName, 'Image of the sidecar [default: quintet, with this program''s version as its tag]')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Folder to write, or - for standard output')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;argocd;help' {
            [CompletionResult]::new('applications', 'applications', [CompletionResultType]::ParameterValue, 'Make the Argo CD objects of an environment')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Print what Argo CD asks the plugin for: all of it, or nothing')
            [CompletionResult]::new('plugin', 'plugin', [CompletionResultType]::ParameterValue, 'Make the manifests of the plugin that renders the Applications in Argo CD')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;argocd;help;applications' {
            break
        }
        'quintet;argocd;help;generate' {
            break
        }
        'quintet;argocd;help;plugin' {
            break
        }
        'quintet;argocd;help;help' {
            break
        }
        'quintet;completions' {
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;man' {
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Folder for the pages of all commands; made when it is missing')
            [CompletionResult]::new('--mirror', '--mirror', [CompletionResultType]::ParameterName, 'Mirror file: where remote resources are on this machine')
            [CompletionResult]::new('--cache', '--cache', [CompletionResultType]::ParameterName, 'Cache of pinned remote resources [default: the folder quintet of the user''s cache folder]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'The longest that one answer of a server may take')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours in messages')
            [CompletionResult]::new('--fetch', '--fetch', [CompletionResultType]::ParameterName, 'Fetch what neither mirror nor cache has; without it no connection is opened')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'No warnings')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'quintet;help' {
            [CompletionResult]::new('build', 'build', [CompletionResultType]::ParameterValue, 'Build a kustomization: the same bytes as `kustomize build` 5.8.1')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render the Applications of an environment')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Run every gate: the CI command')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Say what a check refuses and why')
            [CompletionResult]::new('plan', 'plan', [CompletionResultType]::ParameterValue, 'Show the install order and what forces each step')
            [CompletionResult]::new('pin', 'pin', [CompletionResultType]::ParameterValue, 'The pinned upstream: is what is at hand what was reviewed?')
            [CompletionResult]::new('snapshot', 'snapshot', [CompletionResultType]::ParameterValue, 'Compare the render of an environment with the one that was approved last')
            [CompletionResult]::new('argocd', 'argocd', [CompletionResultType]::ParameterValue, 'Argo CD: the Applications, and the plugin that renders them')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write the script that makes a shell complete this command line')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'quintet;help;build' {
            break
        }
        'quintet;help;render' {
            break
        }
        'quintet;help;check' {
            break
        }
        'quintet;help;explain' {
            break
        }
        'quintet;help;plan' {
            break
        }
        'quintet;help;pin' {
            [CompletionResult]::new('fetch', 'fetch', [CompletionResultType]::ParameterValue, 'Bring every pinned remote into the cache')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Pin another commit of the upstream, with all that follows from it')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Hold every upstream file that a render reads to its digest')
            [CompletionResult]::new('vendor', 'vendor', [CompletionResultType]::ParameterValue, 'Write a mirror of what renders read, for machines without a network')
            break
        }
        'quintet;help;pin;fetch' {
            break
        }
        'quintet;help;pin;update' {
            break
        }
        'quintet;help;pin;verify' {
            break
        }
        'quintet;help;pin;vendor' {
            break
        }
        'quintet;help;snapshot' {
            break
        }
        'quintet;help;argocd' {
            [CompletionResult]::new('applications', 'applications', [CompletionResultType]::ParameterValue, 'Make the Argo CD objects of an environment')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Print what Argo CD asks the plugin for: all of it, or nothing')
            [CompletionResult]::new('plugin', 'plugin', [CompletionResultType]::ParameterValue, 'Make the manifests of the plugin that renders the Applications in Argo CD')
            break
        }
        'quintet;help;argocd;applications' {
            break
        }
        'quintet;help;argocd;generate' {
            break
        }
        'quintet;help;argocd;plugin' {
            break
        }
        'quintet;help;completions' {
            break
        }
        'quintet;help;man' {
            break
        }
        'quintet;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
