/** The help on a team's rules: accepted risks and the baseline. */
export const rulesHelp = {
  accept: `Usage
  perimeter accept add <check|fingerprint> --reason TEXT --owner NAME --expires DAY
  perimeter accept list [--expiring 30d]
  perimeter accept prune [--report report.json]

Edits the list accept of perimeter.yml; comments, order and all other lines stay. An entry
covers findings until its day, and none that became more severe than it was accepted.

Options
      --reason TEXT             why the risk is accepted
      --owner NAME              who answers for it
      --expires DAY             2027-03-31, or days as in 90d; at most 365 days ahead
      --host HOST               cover findings on this host alone
      --severity critical|high|medium|low
                                severity that is accepted (default: as in the report,
                                else that of the check)
      --report FILE             JSON report: add takes the finding from it, also by the
                                first 8 digits of its fingerprint; prune also removes
                                what is unused
      --expiring DAYS           list only what ends within these days
      --config FILE             file to edit (default: as perimeter audit finds it)
  -h, --help                    show this help
`,

  baseline: `Usage
  perimeter baseline create <report.json...> [--baseline FILE]
  perimeter baseline check <report.json...> [--baseline FILE]
  perimeter baseline prune <report.json...> [--baseline FILE]

Keeps known findings, one per line, so that perimeter audit --baseline fails only on new
ones. Reports are files of perimeter audit --format json or jsonl; "-" is standard input.
create adds their domains, check prints what is new and gone, prune removes what is gone.
Findings with accepted risks are kept like others.

Options
      --baseline FILE           the baseline (default: .perimeter-baseline.json)
  -h, --help                    show this help

Exit codes
  0    nothing is new
  1    check: there are new findings, or some got worse
  2    invalid arguments or files
`,
} as const;
