import { defaultControlNames } from '@perimeter/engine/settings/control-names.data';
import { engineVersion } from '@perimeter/engine/version';
import { formNames, reportForms } from '@perimeter/report/forms/forms';
import { serviceHelp } from './server-mode/help.ts';
import { exitCodes } from './exit-codes.ts';
import { rulesHelp } from './config/help.ts';
import { fitted } from './offline/fit.ts';
import { offlineHelp } from './offline/help.ts';

/** The answer to --version. */
export const versionText = `perimeter ${engineVersion}\n`;

const codeLines = (listed: readonly { code: number; meaning: string }[]): string =>
  listed.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n');
const codes = codeLines(Object.values(exitCodes));
const { untrustedSigner: _signer, notSealed: _sealed, ...ofAudits } = exitCodes;

const forms = formNames.map((name) => `  ${name.padEnd(12)}${reportForms[name].about}`).join('\n');

const overview = `perimeter audits the security of a domain from the outside: DNS, e-mail, TLS, HTTP.

Usage
  perimeter accept add|list|prune      edit the accepted risks in perimeter.yml
  perimeter audit <domain...> [options]
                                       audit domains and print their reports
  perimeter baseline create|check|prune <report.json...>
                                       keep the known findings, to fail only on new ones
  perimeter certificates <file> --host <name>
                                       validate a certificate chain from a file
  perimeter checks [options]           list all checks
  perimeter compare <domain> <domain>  compare two domains, at a service
  perimeter completion <shell>         print a completion script for a shell
  perimeter doctor [options]           show what audits can reach from this machine
  perimeter explain <check>            print why a check matters and how to fix it
  perimeter pdf <id>                   download the signed PDF of an audit, at a service
  perimeter report convert <file>      write a stored report in other formats
  perimeter schema [config]            print the JSON Schema of reports or config
  perimeter usage                      show the credits of this month, at a service
  perimeter verify <report.pdf> --ca <root.pem>
                                       verify that a PDF report is unchanged
  perimeter help [command]             show help for a command
  perimeter --version                  print the version

Data goes to stdout; progress and diagnostics go to stderr.

Exit codes
${codes}
`;

const audit = `Usage
  perimeter audit <domain...> [options]
  perimeter audit --targets <file> [options]

Options
  -f, --format FORMAT[=FILE]    table (default), json, jsonl, or one of the formats below;
                                repeat for more formats. One format can go to stdout, the
                                others need a file
  -o, --output FILE             write the unnamed format to FILE
      --targets FILE            audit the domains in FILE, one per line, # for comments;
                                findings then point to these lines; "-" is standard input
      --summary                 print one screen: score, categories and the first issues
      --details                 also print all that was collected
      --parallel NUMBER         audits side by side, 1 to 16 (default 4); those of one
                                domain and the names below it never are
  -m, --mode standard|deep      deep runs all checks and takes up to ten minutes
      --authorized              state that you may test the domains: deep mode then also
                                lists all cipher suites of mail servers below them
      --config FILE             configuration (default: $PERIMETER_CONFIG, perimeter.yml
                                or .github/perimeter.yml, up to the repository's root)
      --no-config               read no configuration
      --show-config             print every setting with its origin, and audit nothing
      --memory FILE             store data for later audits in FILE and use it: how long
                                keys are in use, whether old session tickets still work.
                                The file contains secrets
      --save-evidence FILE      store what was measured in FILE, for your eyes only
      --from FILE               judge stored evidence by the rules of today, offline
      --progress auto|live|plain|none
                                live updates in place, plain prints one line per phase;
                                auto (default) is live on a terminal, otherwise plain;
                                audits side by side are plain
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
      --csv-bom                 add a byte order mark to CSV, for Excel
  -h, --help                    show this help

Formats
${forms}

With {domain} in a file name, each domain gets its own file. Files are replaced
atomically; output is appended to $GITHUB_STEP_SUMMARY. All formats are also written when
the gate fails; a failed audit is reported as a failure in each format.

Gate: exit code 0 if the audit passes, 1 if it fails
      --fail-on critical|high|medium|low|none
                                fail on issues this severe or worse, potential ones
                                apart (default: high)
      --min-grade A+|A|B|C|D|F  fail on a lower grade (default: D; none with
                                --fail-on none or --min-score)
      --min-score 0..100        fail on a lower score
      --allow-incomplete        accept a provisional grade (default: exit code 3)
      --baseline FILE           baseline, or an earlier JSON report: only new findings
                                fail, unless --fail-on or --min-grade is given too
      --fail-on-new critical|high|medium|low
                                fail on new findings this severe or worse (default: high)
      --max-drop 0..100         fail if the score is more points below the baseline, or,
                                with --server and no baseline, below the audit before
      --strict-baseline         fail on entries of the baseline that are gone
      --strict-accept           fail on acceptances that are unused, expired or end soon
      --exit-zero               exit with 0 where the gate fails or an audit is incomplete

Accepted risks
  The list accept of the configuration (perimeter help accept). Formats show accepted
  findings as such, --fail-on leaves them out, and the score never changes. The last line
  says how many there are, end within 14 days, are unused or no longer cover.

Server mode: a service runs the audits; gate and formats are the same
      --server URL              address of the service, or set PERIMETER_SERVER; https, or
                                http on this machine. The API key is in PERIMETER_API_KEY
      --api-key-stdin           read the key from standard input
      --api-key-file FILE       read the key from FILE, readable for you alone (chmod 600)
      -f pdf=FILE               also download the signed PDF
      --no-wait                 start the audits, print their ids and end
      --resume ID               go on with an audit that was started; repeat for more
      --cancel-on-interrupt     cancel the audit on Ctrl-C; without it the audit goes on
      --timeout TIME            time for one audit, such as 90s or 15m (default)
  Requests are repeated safely after network errors and when the service asks to wait, up
  to five minutes at a time.

Exit codes; with several domains the highest one applies
${codeLines(Object.values(ofAudits))}

Examples
  perimeter audit your-domain.org
  perimeter audit your-domain.org --format json --output report.json --min-grade B
  perimeter audit your-domain.org -f table -f sarif=perimeter.sarif -f junit=perimeter.xml
  perimeter audit --targets domains.txt -f jsonl -f 'html=report-{domain}.html'
  perimeter audit your-domain.org -f github -f md=$GITHUB_STEP_SUMMARY
  perimeter audit your-domain.org --baseline .perimeter-baseline.json --max-drop 5
  perimeter audit your-domain.org --fail-on none --progress none

Environment variables: PERIMETER_RESOLVERS, PERIMETER_TRUST_ANCHORS,
PERIMETER_ALLOW_NETWORKS, PERIMETER_DIAL_MAP, PERIMETER_CONTACT_URL,
PERIMETER_RECURSION_NAME, PERIMETER_SOURCES, PERIMETER_RDAP_BOOTSTRAP,
PERIMETER_ROUTES, PERIMETER_VRPS, PERIMETER_LIBRARIES, PERIMETER_TAKEOVERS,
PERIMETER_EDGES, PERIMETER_SMTP_NAME, PERIMETER_SMTP_EGRESS,
PERIMETER_CONTROL_NAMES, PERIMETER_NOW. Settings: PERIMETER_CONFIG, PERIMETER_MODE,
PERIMETER_FAIL_ON and so on, named as the options are; options go first, then these,
then the configuration.
`;

const certificates = `Usage
  perimeter certificates <file.pem|-> --host <name> [options]

Validates a certificate chain without network access, for example before deployment.
The leaf comes first, the intermediates follow in any order; "-" reads standard input.
There are two results: whether browsers accept the chain, and whether verifiers accept
it that strictly apply RFC 5280 and the Baseline Requirements, such as OpenSSL in strict
mode. Violations that only the latter reject have the code strict-profile.

Options
      --host NAME               host name or address of the site
      --at INSTANT              validate as of this time (RFC 3339) instead of now
      --roots FILE              trust the roots in FILE instead of the public roots
      --intermediates FILE      additional intermediate certificates
      --crls FILE               CRLs of the issuers: revoked certificates are rejected; strict
                                mode also rejects certificates without a valid CRL
      --profile strict|browser  the result that sets the exit code: strict (default)
                                requires both to accept the chain, browser only browsers
      --purpose server|client|email|any
                                purpose of the leaf; only server needs --host
      --max-depth NUMBER        maximum number of intermediates (default 10)
  -f, --format text|json        text (default), or JSON with both results and all facts
      --json                    same as --format json
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help

Exit codes
  0    the chain is valid
  1    the chain is not valid
  2    invalid arguments, or a file without certificates

Examples
  perimeter certificates fullchain.pem --host www.your-domain.org
  perimeter certificates fullchain.pem --host www.your-domain.org --at 2027-01-01T00:00:00Z
  perimeter certificates - --host intern.your-domain.org --roots our-root.pem < chain.pem
`;

const checks = `Usage
  perimeter checks [options]

Options
  -f, --format table|json       table (default), or a JSON array with all facts
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help
`;

const doctor = `Usage
  perimeter doctor [options]

Shows what audits can reach from this machine: IPv4 and IPv6, the DNS resolver over UDP
and TCP, name servers (port 53), mail servers (port 25), the offset of the clock, and
whether a proxy intercepts TLS. What cannot be reached stays inconclusive in audits. The
output ends with the date and age of every list that audits judge by (docs/trust-data.md).

The test connects to the sites in PERIMETER_CONTROL_NAMES, by default
${defaultControlNames.join(' and ')}, to the name servers of their domains, and to the
resolver. Audits contact these sites only if the variable is set, and only to recognize a
proxy.

Options
  -f, --format text|json        text (default), or JSON
      --json                    same as --format json
      --color auto|always|never NO_COLOR and FORCE_COLOR are also supported
  -h, --help                    show this help

Exit codes
  0    nothing makes audits incomplete
  1    something makes audits incomplete; the output says what to do
  2    invalid arguments or settings
`;

const schema = `Usage
  perimeter schema [report|config]

Prints the JSON Schema (draft 2020-12) of the output of "perimeter audit --format json",
or of perimeter.yml.
`;

const topics: ReadonlyMap<string, string> = new Map([
  ['audit', audit],
  ['certificates', certificates],
  ['checks', checks],
  ...Object.entries(serviceHelp),
  ...Object.entries(offlineHelp),
  ...Object.entries(rulesHelp),
  ['doctor', doctor],
  ['schema', schema],
  ['help', overview],
]);

/** The help on a command, or on all without a name; null for an unknown command. */
export function helpOn(topic: string | null): string | null {
  const text = topic === null ? overview : topics.get(topic);
  return text === undefined ? null : fitted(text);
}
