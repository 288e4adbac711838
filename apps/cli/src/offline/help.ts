/** The help on commands that use neither network nor service. */
export const offlineHelp = {
  explain: `Usage
  perimeter explain <check>

Prints why a check matters, how to fix what it finds, and when the risk can be accepted.
All checks: perimeter checks

Options
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help
`,
  completion: `Usage
  perimeter completion bash|zsh|fish|pwsh

Prints a script that completes commands, options, their values and checks.
  bash   source <(perimeter completion bash)
  zsh    perimeter completion zsh > "\${fpath[1]}/_perimeter"
  fish   perimeter completion fish > ~/.config/fish/completions/perimeter.fish
  pwsh   perimeter completion pwsh | Out-String | Invoke-Expression

Options
  -h, --help                    show this help
`,
  report: `Usage
  perimeter report convert <report.json|-> [options]

Writes stored reports in other formats, as "perimeter audit" would have. The file is the
output of --format json or jsonl, or the report of a service.

Options
  -f, --format FORMAT[=FILE]    as for perimeter audit; repeat for more formats
  -o, --output FILE             write the unnamed format to FILE
      --config FILE             perimeter.yml: its accepted risks replace those stored
      --no-config               read no configuration, not even ./perimeter.yml
      --summary                 print one screen: score, categories and the first issues
      --details                 also print all that was collected
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
      --csv-bom                 add a byte order mark to CSV, for Excel
  -h, --help                    show this help
`,
  verify: `Usage
  perimeter verify <report.pdf|-> --ca <root.pem> [options]

Verifies a signed PDF report without network access: any changed byte is detected.
The signing root is at /.well-known/perimeter-signing/root.pem of the service that issued
the report; download it once over a channel that you trust. "-" reads standard input.

Options
      --ca FILE                 PEM file with trusted signing roots, or with signer
                                certificates, to trust only these
      --tsa-ca FILE             PEM file with trusted time-stamping authorities; without
                                it, the signer vouches for the time stamp
      --keys FILE               keys.json of the service: rejects reports signed with a
                                compromised key, unless a time stamp trusted by --tsa-ca
                                is older
  -f, --format text|json        text (default), or JSON with every check and fact
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help

Exit codes
  0    intact: unchanged, and the signer is trusted
  1    altered: do not trust this file
  2    invalid arguments, or a file that cannot be read
  4    unchanged since it was signed, but the signer is unknown, expired or compromised
  5    not a PDF, or not a signed report
`,
} as const;
