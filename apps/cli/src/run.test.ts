import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { formNames, renderForm } from '@perimeter/report/forms/forms';
import { hostileReport, hostileText, sampleReport } from '@perimeter/report/testing/sample-report';
import { exitCodes } from './exit-codes.ts';
import { noEvidence, runCommandLine } from './testing/command-line.ts';

const failed = {
  ok: false,
  failure: { code: 'target_unreachable', message: 'Nothing answered', retryable: true },
  evidence: noEvidence,
} as const;

test('an audit writes the readable result to stdout and the verdict to stderr', async () => {
  const { code, stdout, stderr, requests } = await runCommandLine(['audit', ' Audited.ORG. ', '--fail-on', 'none']);
  assert.equal(code, 0);
  assert.match(stdout, /Categories/u);
  assert.match(stderr, /69 of 100, grade C; gate passed/u);
  assert.equal(requests[0]?.domain, 'audited.org');
  assert.equal(requests[0].registrableDomain, 'audited.org');
  assert.match(requests[0].id, /^aud_[0-9a-f-]{36}$/u);
});

test('JSON on stdout is the report and nothing else', async () => {
  const { stdout } = await runCommandLine(['audit', 'audited.org', '--format', 'json', '--mode', 'deep']);
  assert.deepEqual(JSON.parse(stdout), sampleReport);
});

test('JSON of a hostile report has the same data without terminal control characters', async () => {
  const { stdout } = await runCommandLine(['audit', 'audited.org', '-f', 'json'], {
    audit: () => ({ ok: true, report: hostileReport, evidence: noEvidence }),
  });
  assert.deepEqual(JSON.parse(stdout), hostileReport);
  assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
});

for (const form of formNames) {
  test(`--format ${form} writes that form of the report and nothing else`, async () => {
    const { stdout } = await runCommandLine(['audit', 'audited.org', '--format', form]);
    assert.equal(stdout, renderForm(form, sampleReport));
  });
}

test('the deep mode is passed to the audit', async () => {
  assert.equal((await runCommandLine(['audit', 'audited.org', '--mode', 'deep'])).requests[0]?.scanMode, 'deep');
  const authorities = [['--authorized'], ['--authority'], []].map(
    async (given) => (await runCommandLine(['audit', 'audited.org', ...given])).requests[0]?.authority,
  );
  assert.deepEqual(await Promise.all(authorities), [true, true, false]);
});

/** A site with a capped grade, such as one without HTTPS, but without severe findings. */
const capped = {
  ...sampleReport,
  findings: sampleReport.findings.filter(({ severity }) => severity !== 'critical' && severity !== 'high'),
  severities: { ...sampleReport.severities, critical: 0, high: 0 },
  score: { ...sampleReport.score, total: 39, grade: 'F' as const, gradeStatus: 'final' as const },
};

const cappedGates: [args: string[], code: number, said: RegExp][] = [
  [[], 1, /gate failed: grade F is below D/u],
  [['--fail-on', 'critical'], 1, /gate failed: grade F is below D/u],
  [['--min-grade', 'F'], 0, /gate passed/u],
  [['--min-score', '39'], 0, /gate passed/u],
  [['--fail-on', 'none'], 0, /gate passed/u],
];
for (const [args, code, said] of cappedGates) {
  test(`grade F without a high finding ends with ${code} for "${args.join(' ')}"`, async () => {
    const result = await runCommandLine(['audit', 'audited.org', ...args], {
      audit: () => ({ ok: true, report: capped, evidence: noEvidence }),
    });
    assert.equal(result.code, code);
    assert.match(result.stderr, said);
  });
}

const gates: [name: string, args: string[], code: number, said: RegExp][] = [
  ['by default a high finding fails', [], 1, /gate failed: 1 issue of severity high or worse/u],
  ['none lets all pass', ['--fail-on', 'none'], 0, /gate passed/u],
  ['critical lets high pass', ['--fail-on', 'critical'], 0, /gate passed/u],
  ['low fails on all', ['--fail-on', 'low'], 1, /4 issues of severity low or worse/u],
  ['the same grade passes', ['--fail-on', 'none', '--min-grade', 'c'], 0, /gate passed/u],
  ['a better grade is missed', ['--fail-on', 'none', '--min-grade', 'B'], 1, /grade C is below B/u],
  ['the same score passes', ['--fail-on', 'none', '--min-score', '69'], 0, /gate passed/u],
  ['a higher score is missed', ['--fail-on', 'none', '--min-score', '70'], 1, /score 69 is below 70/u],
  [
    'all reasons are listed',
    ['--min-score', '100', '--min-grade', 'A+'],
    1,
    /high or worse, grade C is below A\+, score 69 is below 100/u,
  ],
];
for (const [name, args, expected, said] of gates) {
  test(`gate: ${name}`, async () => {
    const { code, stderr } = await runCommandLine(['audit', 'audited.org', ...args]);
    assert.equal(code, expected);
    assert.match(stderr, said);
  });
}

test('a failed audit is exit code 3 with the reason, and an object in JSON', async () => {
  const audit = () => failed;
  const table = await runCommandLine(['audit', 'audited.org'], { audit });
  assert.equal(table.code, 3);
  assert.equal(table.stdout, '');
  assert.match(table.stderr, /audit failed\. Nothing answered \[target_unreachable\]; retrying may help\nCheck that/u);
  const json = await runCommandLine(['audit', 'audited.org', '--format', 'json'], { audit });
  assert.equal(json.code, 3);
  const { startedAt, completedAt, ...said } = JSON.parse(json.stdout);
  assert.deepEqual(said, { status: 'failed', domain: 'audited.org', scanMode: 'standard', failure: failed.failure });
  assert.ok(startedAt > 0 && completedAt >= startedAt);
});

const mistakes: [name: string, argv: string[], said: RegExp][] = [
  ['an unknown command', ['adit', 'audited.org'], /Unknown command "adit"\. Did you mean perimeter audit\?/u],
  ['an abbreviated command', ['cert'], /Unknown command "cert"\. Did you mean perimeter certificates\?/u],
  ['a command unlike any', ['frobnicate'], /Unknown command "frobnicate"\n/u],
  ['an option of other programs', ['-v'], /Unknown option -v\. Did you mean --version\?/u],
  ['a mistyped option without a command', ['--verison'], /Unknown option --verison\. Did you mean --version\?/u],
  ['a domain without a command', ['Good-Company.com'], /Did you mean perimeter audit good-company\.com\?/u],
  ['no domain', ['audit'], /Missing domain/u],
  ['an unknown option', ['audit', 'audited.org', '--wait'], /Unknown option --wait\n/u],
  ['a mistyped option', ['audit', 'a.org', '--formt', 'json'], /Unknown option --formt\. Did you mean --format\?/u],
  ['a mistyped option with a value', ['audit', 'a.org', '--min-grde=B'], /Did you mean --min-grade\?/u],
  ['an option without its value', ['audit', 'audited.org', '--format'], /: Missing value for --?f/u],
  [
    'a negative number',
    ['audit', 'a.org', '--baseline', 'b.json', '--max-drop', '-3'],
    /: Invalid value "-3" for --max-drop: use an integer from 0 to 100$/mu,
  ],
  [
    'an option that is no value',
    ['audit', 'a.org', '--baseline', '--mode', 'deep'],
    /: Missing value for --baseline$/mu,
  ],
  ['an option before another', ['audit', 'a.org', '--format', '--mode', 'deep'], /: Missing value for --?f/u],
  ['a value of an option that takes none', ['audit', 'a.org', '--csv-bom=1'], /Option --csv-bom takes no value/u],
  [
    'an unknown format',
    ['audit', 'audited.org', '--format', 'xml'],
    /Invalid value "xml" for --format: use table, json, jsonl, sarif, junit, csv, markdown, html, github, gitlab, codequality, cbom, defectdojo, pdf/u,
  ],
  ['a mistyped format', ['audit', 'a.org', '-f', 'sarfi'], /"sarfi" for --format: .*\. Did you mean sarif\?/u],
  ['a mistyped format with a file', ['audit', 'a.org', '-f', 'junti=x.xml'], /Did you mean junit\?/u],
  ['a mistyped mode', ['audit', 'a.org', '--mode', 'depe'], /for --mode: .*\. Did you mean deep\?/u],
  ['a mistyped severity', ['audit', 'a.org', '--fail-on', 'hihg'], /for --fail-on: .*\. Did you mean high\?/u],
  ['a mistyped profile', ['certificates', 'x', '--purpose', 'servre'], /--purpose: .*\. Did you mean server\?/u],
  ['a score over 100', ['audit', 'audited.org', '--min-score', '101'], /--min-score/u],
  ['a score that is no number', ['audit', 'audited.org', '--min-score', '8o'], /--min-score/u],
  ['an unknown grade', ['audit', 'audited.org', '--min-grade', 'E'], /--min-grade/u],
  ['an IP address', ['audit', '192.0.2.1'], /Invalid target "192\.0\.2\.1"\. Enter a domain/u],
  [
    'a URL of an IP address',
    ['audit', 'https://u:p@192.0.2.1:8443/x'],
    /Invalid target\. Enter a domain, not an IP address/u,
  ],
  ['a file to verify that is a folder', ['verify', tmpdir(), '--ca', 'x.pem'], /Cannot read .*: it is a directory\n/u],
  [
    'a list of targets that is a folder',
    ['audit', '--targets', tmpdir()],
    /Cannot read --targets .*: it is a directory/u,
  ],
  ['a single label', ['audit', 'localhost'], /Invalid target "localhost"\. /u],
  ['an output folder that is not there', ['audit', 'audited.org', '--output', '/nowhere/x.json'], /\/nowhere/u],
  ['an output that is a folder', ['audit', 'audited.org', '--output', tmpdir()], /is a directory/u],
  ['an argument to checks', ['checks', 'tls'], /Unexpected argument "tls"\. Usage: perimeter checks/u],
  ['an argument to doctor', ['doctor', 'tls'], /Unexpected argument "tls"\. Usage: perimeter doctor/u],
  ['a format that doctor has not', ['doctor', '--format', 'csv'], /text.*json/u],
  [
    'a schema that there is not',
    ['schema', 'confg'],
    /Unknown schema "confg": use report, config\. Did you mean config\?/u,
  ],
  ['another argument to schema', ['schema', 'config', 'more'], /Unexpected argument "more"/u],
  ['help on what there is not', ['help', 'adit'], /Unknown command "adit"/u],
];
for (const [name, argv, said] of mistakes) {
  test(`${name} is exit code 2, with output on stderr only, before any audit`, async () => {
    const { code, stdout, stderr, requests } = await runCommandLine(argv);
    assert.equal(code, exitCodes.usage.code);
    assert.equal(stdout, '');
    assert.match(stderr, said);
    assert.deepEqual(requests, []);
  });
}

const hyphened: [argv: string[], said: RegExp][] = [
  [['audit', 'a.org', '--baseline', '-b.json'], /Cannot read .*-b\.json/u],
  [['audit', 'a.org', '--baseline=-b.json'], /Cannot read .*-b\.json/u],
  [['audit', 'a.org', '-m', '-f', 'json'], /: Missing value for --mode$/mu],
  [['audit', 'a.org', '-m', '--format=json'], /: Missing value for --mode$/mu],
  [['audit', 'a.org', '-f', 'json', '--mode'], /: Missing value for --mode$/mu],
  [['audit', 'a.org', '--save-evidence', '--mode', 'deep'], /: Missing value for --save-evidence$/mu],
];
for (const [argv, said] of hyphened) {
  test(`what begins with a hyphen is a value, unless it is an option: ${argv.join(' ')}`, async () => {
    const { code, stderr, requests } = await runCommandLine(argv);
    assert.equal(code, exitCodes.usage.code);
    assert.match(stderr, said);
    assert.deepEqual(requests, []);
  });
}

const intentions: [name: string, typed: string, said: RegExp][] = [
  [
    'an e-mail address',
    'someone@good-company.com',
    /target "someone@good-company\.com"\. .*not an e-mail address\. Did you mean good-company\.com\?/u,
  ],
  ['a wildcard', '*.Good-Company.com', /not a wildcard\. Did you mean good-company\.com\?/u],
  [
    'a port',
    'good-company.com:8443',
    /target "good-company\.com:8443"\. .*without a port\. Did you mean good-company\.com\?/u,
  ],
  [
    'a URL with one slash',
    'https:/user:s3cret@localhost',
    /^perimeter: Invalid target\. Enter only the domain of the URL[^@]*$/u,
  ],
  ['two names', 'a.org;b.org', /Invalid target "a\.org;b\.org"\. Enter one domain at a time/u],
  ['a name with a space', 'good company.com', /Invalid target "good company\.com"\. Use letters/u],
  ['a log-in', 'me:s3cret@good-company.com', /Invalid target\. Enter [^@]*$/u],
  ['a text that turns its direction', '\u202ea.org', /Invalid target "\\u\{202e\}a\.org"\. /u],
  ['a text without end', 'a'.repeat(2000), /Invalid target "a{70,79}…?[^"a]*"\. The name is too long/u],
  ['a URL without a usable host', 'https://intranet/x', /Invalid target\. Enter only the domain of the URL/u],
];
for (const [name, typed, said] of intentions) {
  test(`${name} in place of a domain gets the domain as a suggestion`, async () => {
    const { code, stderr, requests } = await runCommandLine(['audit', typed]);
    assert.equal(code, exitCodes.usage.code);
    assert.match(stderr, said);
    assert.deepEqual(requests, []);
  });
}

test('the host of a URL is audited, and the log says so', async () => {
  const { stderr, requests } = await runCommandLine(['audit', 'https://Good-Company.com/login?next=1']);
  assert.deepEqual(
    requests.map(({ domain }) => domain),
    ['good-company.com'],
  );
  assert.match(stderr, /^Auditing good-company\.com, the host of the URL\n/u);
});

test('a URL with one slash is accepted too', async () => {
  const { requests } = await runCommandLine(['audit', 'https:/user:x@good-company.com']);
  assert.deepEqual(
    requests.map(({ domain }) => domain),
    ['good-company.com'],
  );
});

const secret = 's3cret';
const withPassword = [
  ['audit', `https://user:${secret}@good-company.com/`],
  ['audit', `https://user:${secret}@192.0.2.1/`],
  ['audit', `user:${secret}@good-company.com`],
  ['audit', `user:${secret}@localhost`],
  ['audit', `good-company.com`, `https://good-company/?token=${secret}`],
  [`https://user:${secret}@good-company.com/`],
  [`user:${secret}@good-company.com`],
  ['help', `https://user:${secret}@good-company.com/`],
  ['audit', `https:/user:${secret}@good-company.com`],
  [`https://user:${secret} ${secret}@good-company.com/`],
  ['checks', `https://user:${secret}@good-company.com/?x`],
  ['checks', `--https://user:${secret}@good-company.com`],
  ['checks', '--format', `https://user:${secret}@good-company.com`],
  ['verify', `https://user:${secret}@good-company.com/report.pdf`, '--ca', 'root.pem'],
  ['certificates', `https://user:${secret}@good-company.com/chain.pem`, '--host', 'good-company.com'],
  ['certificates', 'chain.pem', '--host', `https://user:${secret}@good-company.com/`],
  ['certificates', 'chain.pem', '--host', 'a.org', '--max-depth', `user:${secret}@good-company.com`],
  ['audit', 'good-company.com', '-o', `https://user:${secret}@good-company.com/report`],
];
for (const argv of withPassword) {
  test(`a password is never repeated: ${argv.join(' ').replace(secret, '…')}`, async () => {
    const { stdout, stderr } = await runCommandLine(argv);
    assert.ok(!`${stdout}${stderr}`.includes(secret), stderr);
  });
}

test('invalid settings are exit code 2, and all are listed', async () => {
  const env = { PERIMETER_RESOLVERS: 'nonsense', PERIMETER_NOW: 'later' };
  const { code, stderr, requests } = await runCommandLine(['audit', 'audited.org'], { env });
  assert.equal(code, 2);
  assert.match(stderr, /PERIMETER_RESOLVERS[^]*PERIMETER_NOW/u);
  assert.deepEqual(requests, []);
});

test('input of the user cannot send control characters to the terminal either', async () => {
  const { stderr } = await runCommandLine(['audit', hostileText]);
  assert.doesNotMatch(stderr.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}]/u);
});

test('an internal error is exit code 70 with its stack on stderr', async () => {
  const { code, stdout, stderr } = await runCommandLine(['audit', 'audited.org'], {
    audit: () => {
      throw new TypeError('planted');
    },
  });
  assert.equal(code, exitCodes.bug.code);
  assert.equal(stdout, '');
  assert.match(stderr, /TypeError: planted/u);
});

for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${name} ends a hanging audit with exit code ${code} and without a report`, async () => {
    const interruption = new AbortController();
    const ran = await runCommandLine(['audit', 'audited.org', '--format', 'json'], {
      signal: interruption.signal,
      audit: async () => {
        interruption.abort(name);
        return new Promise(() => {});
      },
    });
    assert.equal(ran.code, code);
    assert.equal(ran.stdout, '');
    assert.match(ran.stderr, /interrupted, so there is no report/u);
  });
}

test('a result is written to a file instead of stdout, without colours', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-cli-'));
  const file = path.join(folder, 'report.txt');
  const { stdout } = await runCommandLine(['audit', 'audited.org', '--output', file], { stdout: { isTTY: true } });
  assert.equal(stdout, '');
  assert.match(readFileSync(file, 'utf8'), /Categories/u);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /\[[0-9;]*m/u);
  rmSync(folder, { recursive: true });
});

test('width and colours of the result are those of the terminal', async () => {
  const { stdout } = await runCommandLine(['audit', 'audited.org'], { stdout: { isTTY: true, columns: 100 } });
  assert.match(stdout, /\[1;31m/u);
  const headings = stripVTControlCharacters(stdout)
    .split('\n')
    .filter((line) => /^ {2}\S.*─{9}$/u.test(line));
  assert.deepEqual([...new Set(headings.map((line) => line.length))], [98]);
});
