import { formNames, reportForms } from '@perimeter/report/forms/forms';
import { exitCodes } from './exit-codes.ts';

const codes = Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join('\n');

const forms = formNames.map((name) => `  ${name.padEnd(12)}${reportForms[name].about}`).join('\n');

const overview = `perimeter audits the security of a domain from the outside: DNS, e-mail, TLS, HTTP.

Usage
  perimeter audit <domain...> [options]
                                       audit domains and show their reports
  perimeter certificates <file> --host <name>
                                       judge a certificate chain from a file
  perimeter checks [options]           list every check that an audit asks
  perimeter schema                     print the JSON Schema of reports
  perimeter verify <report.pdf> --ca <root.pem>
                                       check that a PDF report is as it was issued
  perimeter help [command]             tell more about a command
  perimeter --version                  tell the version

Data goes to stdout; progress and diagnostics go to stderr.

Exit codes
${codes}
`;

const audit = `Usage
  perimeter audit <domain...> [options]
  perimeter audit --targets <file> [options]

Options
  -f, --format FORM[=FILE]      table (default), json, jsonl, or one of the forms below;
                                again for each further form. One of them may go to stdout,
                                all others go to their files
  -o, --output FILE             the file of the form that has none
      --targets FILE            audit the domains in a file, one a line, # for remarks;
                                findings then point to these lines; "-" is standard input
  -m, --mode standard|deep      deep asks all questions and takes up to ten minutes
      --memory FILE             tell audits what earlier ones saw, and remember what they
                                see: how long keys are in use, whether old session
                                tickets still work. Keep the file to yourself
      --progress auto|live|plain|none
                                live redraws in place, plain writes a line a step;
                                auto is live on a terminal, else plain
      --color auto|always|never NO_COLOR and FORCE_COLOR are heeded too
      --csv-bom                 begin CSV with a byte order mark, for Excel
  -h, --help                    show this

Forms
${forms}

{domain} in the name of a file stands for the domain, one file each. Files are replaced
as a whole, but for $GITHUB_STEP_SUMMARY, which is added to. All of them are written
when the gate fails, too; an audit that fails is in them as a failure.

Gate: the audit passes with exit code 0, or fails with 1
      --fail-on critical|high|medium|low|none
                                fail on a finding this bad or worse (default: high)
      --min-grade A+|A|B|C|D|F  fail on a worse grade
      --min-score 0..100        fail on a lower score

Exit codes; of several domains the worst counts
${codes}

Examples
  perimeter audit your-domain.org
  perimeter audit your-domain.org --format json --output report.json --min-grade B
  perimeter audit your-domain.org -f table -f sarif=perimeter.sarif -f junit=perimeter.xml
  perimeter audit --targets domains.txt -f jsonl -f 'html=report-{domain}.html'
  perimeter audit your-domain.org -f github -f md=$GITHUB_STEP_SUMMARY
  perimeter audit your-domain.org --fail-on none --progress none

Settings come from the environment: PERIMETER_RESOLVERS, PERIMETER_TRUST_ANCHORS,
PERIMETER_ALLOW_NETWORKS, PERIMETER_DIAL_MAP, PERIMETER_CONTACT_URL, PERIMETER_NOW.
`;

const certificates = `Usage
  perimeter certificates <file.pem|-> --host <name> [options]

Judges a chain without any network: before it is deployed. The leaf comes first,
the intermediates in any order; "-" reads standard input. Two verdicts are given:
whether browsers accept the chain, and whether verifiers by the letter of RFC 5280
and of the Baseline Requirements do, such as OpenSSL in its strict mode. What only
the latter refuse is a problem with the code strict-profile.

Options
      --host NAME               name or address that visitors ask for
      --at INSTANT              judge as of then (RFC 3339), not now: will it still hold?
      --roots FILE              trust the roots in this file in place of the public ones
      --intermediates FILE      more issuers, which a server would send beside the chain
      --crls FILE               revocation lists of the issuers: who is on one is refused, and
                                by the letter also whom only lists that do not count know
      --profile strict|browser  whose verdict is the exit code: both have to accept the
                                chain (default), or browsers alone
      --purpose server|client|email|any
                                what the leaf is used for; all but server go without --host
      --max-depth NUMBER        issuers between leaf and root at most (default 10)
  -f, --format text|json        text for people (default), or both verdicts with all facts
      --json                    the same as --format json
      --color auto|always|never NO_COLOR and FORCE_COLOR are heeded too
  -h, --help                    show this

Exit codes
  0    the chain holds
  1    it does not hold
  2    wrong arguments, or a file without certificates

Examples
  perimeter certificates fullchain.pem --host www.your-domain.org
  perimeter certificates fullchain.pem --host www.your-domain.org --at 2027-01-01T00:00:00Z
  perimeter certificates - --host intern.your-domain.org --roots our-root.pem < chain.pem
`;

const checks = `Usage
  perimeter checks [options]

Options
  -f, --format table|json       table: for people (default); json: an array with all facts
      --color auto|always|never NO_COLOR and FORCE_COLOR are heeded too
  -h, --help                    show this
`;

const schema = `Usage
  perimeter schema

Prints the JSON Schema (draft 2020-12) of what "perimeter audit --format json" gives.
`;

const verify = `Usage
  perimeter verify <report.pdf|-> --ca <root.pem> [options]

Checks a sealed PDF report without any network: each octet of it is signed, or has
the one value that it can have, or the file is refused. The signing root is at
/.well-known/perimeter-signing/root.pem of the service that issued the report; get
it from there once, by a way that you trust. "-" reads standard input.

Options
      --ca FILE                 PEM file with the signing roots that are trusted, or with
                                signers, to trust no other
      --tsa-ca FILE             PEM file with the authorities that are trusted for time
                                stamps; without it the signer's word for them is taken
      --keys FILE               keys.json of the service: what is sealed under a key that
                                was compromised is refused, unless a time stamp that is
                                trusted by --tsa-ca is older
  -f, --format text|json        text for people (default); json: every check and fact
      --color auto|always|never NO_COLOR and FORCE_COLOR are heeded too
  -h, --help                    show this

Exit code 0: intact; 1: not intact, or signed by somebody else.
`;

const topics: ReadonlyMap<string, string> = new Map([
  ['audit', audit],
  ['certificates', certificates],
  ['checks', checks],
  ['schema', schema],
  ['verify', verify],
  ['help', overview],
]);

/** The help on a command, or on all where none is named; null where there is no such command. */
export const helpOn = (topic: string | null): string | null =>
  topic === null ? overview : (topics.get(topic) ?? null);
