import { formNames, reportForms } from '@perimeter/report/forms/forms';
import { colourRow, type CommandForm, helpRow } from '../command-form.ts';
import { codeRows, exitCodes } from '../exit-codes.ts';
import { accessRows, hiddenAccess } from '../server-mode/arguments.ts';
import type { AuditArguments } from './audit-arguments.ts';
import { writingRows } from './writing-arguments.ts';

const { untrustedSigner: _signer, notSealed: _sealed, ...ofAudits } = exitCodes;

export const auditForm: CommandForm<AuditArguments> = {
  usage: ['<domain...> [options]', '--targets <file> [options]'],
  options: {
    Options: {
      '-f, --format <FORMAT[=FILE]>':
        'table (default), json, jsonl, or one of the formats below; repeat for more formats. One format can go to stdout, the others need a file',
      ...writingRows,
      '--targets <FILE>':
        'audit the domains in FILE, one per line, # for comments; findings then point to these lines; "-" is standard input',
      '--parallel <NUMBER>':
        'audits side by side, 1 to 16 (default 4); those of one domain and the names below it never are',
      '-m, --mode <standard|deep>': 'deep runs all checks and takes up to ten minutes',
      '--authorized':
        'state that you may test the domains: deep mode then also lists all cipher suites of mail servers below them',
      '--config <FILE>':
        "configuration (default: $PERIMETER_CONFIG, perimeter.yml or .github/perimeter.yml, up to the repository's root)",
      '--no-config': 'read no configuration',
      '--show-config': 'print every setting with its origin, and audit nothing',
      '--memory <FILE>':
        'store data for later audits in FILE and use it: how long keys are in use, whether old session tickets still work. The file contains secrets',
      '--save-evidence <FILE>': 'store what was measured in FILE, for your eyes only',
      '--from <FILE>': 'judge stored evidence by the rules of today, offline',
      '--progress <auto|live|plain|none>':
        'live updates in place, plain prints one line per phase; auto (default) is live on a terminal, otherwise plain; audits side by side are plain',
      ...colourRow,
      ...helpRow,
    },
    'Gate (exit code 1 if it fails)': {
      '--fail-on <critical|high|medium|low|none>':
        'fail on issues this severe or worse, potential ones apart (default: high)',
      '--min-grade <A+|A|B|C|D|F>': 'fail on a lower grade (default: D; none with --fail-on none or --min-score)',
      '--min-score <0..100>': 'fail on a lower score',
      '--allow-incomplete': 'accept a provisional grade (default: exit code 3)',
      '--baseline <FILE>':
        'baseline, or an earlier JSON report: only new findings fail, unless --fail-on or --min-grade is given too',
      '--fail-on-new <critical|high|medium|low>': 'fail on new findings this severe or worse (default: high)',
      '--max-drop <0..100>':
        'fail if the score is more points below the baseline, or, with --server and no baseline, below the audit before',
      '--strict-baseline': 'fail on entries of the baseline that are gone',
      '--strict-accept': 'fail on acceptances that are unused, expired or end soon',
      '--exit-zero': 'exit with 0 where the gate fails or an audit is incomplete',
    },
    'Server mode': {
      ...accessRows,
      '--no-wait': 'start the audits, print their ids and end',
      '--resume <ID>': 'go on with an audit that was started; repeat for more',
      '--cancel-on-interrupt': 'cancel the audit on Ctrl-C; without it the audit goes on',
    },
  },
  // The second is what earlier versions called --authorized.
  hidden: [...hiddenAccess, '--authority'],
  after: {
    Service:
      'In server mode, a service runs the audits; gate and formats are the same. Requests are repeated safely after network errors and when the service asks to wait, up to five minutes at a time.',
    Formats: {
      ...Object.fromEntries(formNames.map((name) => [name, reportForms[name].about])),
      'pdf=FILE': 'the signed PDF, with --server',
    },
    Files:
      'With {domain} in a file name, each domain gets its own file. Files are replaced atomically; output is appended to $GITHUB_STEP_SUMMARY. All formats are also written when the gate fails; a failed audit is reported as a failure in each format.',
    'Accepted risks':
      'The list accept of the configuration (perimeter help accept). Formats show accepted findings as such, --fail-on leaves them out, and the score never changes. The last line says how many there are, end within 14 days, are unused or no longer cover.',
    'Exit codes (the highest of all domains)': codeRows(Object.values(ofAudits)),
    Examples: `perimeter audit your-domain.org
perimeter audit your-domain.org --format json --output report.json --min-grade B
perimeter audit your-domain.org -f table -f sarif=perimeter.sarif -f junit=perimeter.xml
perimeter audit --targets domains.txt -f jsonl -f 'html=report-{domain}.html'
perimeter audit your-domain.org -f github -f md=$GITHUB_STEP_SUMMARY
perimeter audit your-domain.org --baseline .perimeter-baseline.json --max-drop 5
perimeter audit your-domain.org --fail-on none --progress none`,
    'Environment variables':
      'PERIMETER_RESOLVERS, PERIMETER_TRUST_ANCHORS, PERIMETER_PUBLIC_ROOTS, PERIMETER_CT_LOGS, PERIMETER_WEAK_KEYS, PERIMETER_HSTS_PRELOAD, PERIMETER_ALLOW_NETWORKS, PERIMETER_DIAL_MAP, PERIMETER_CONTACT_URL, PERIMETER_RECURSION_NAME, PERIMETER_SOURCES, PERIMETER_RDAP_BOOTSTRAP, PERIMETER_ROUTES, PERIMETER_VRPS, PERIMETER_LIBRARIES, PERIMETER_TAKEOVERS, PERIMETER_EDGES, PERIMETER_SMTP_NAME, PERIMETER_SMTP_EGRESS, PERIMETER_CONTROL_NAMES, PERIMETER_NOW. Settings: PERIMETER_CONFIG, PERIMETER_MODE, PERIMETER_FAIL_ON and so on, named as the options are; options go first, then these, then the configuration.',
  },
  read: async (parsed, env, cwd) => (await import('./audit-arguments.ts')).auditArguments(parsed, env, cwd),
};
