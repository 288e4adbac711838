import { report as reportSchema } from '@perimeter/contract/report';
import { readFileSync, writeFileSync } from 'node:fs';
import { reportPath } from '@perimeter/engine/runner/golden';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '../testing/audited-forms.ts';
import { noEvidence, runCommandLine } from '../testing/command-line.ts';

const bad = reportSchema.parse(JSON.parse(readFileSync(reportPath('bad.lab'), 'utf8')));
const audit = () => ({ ok: true as const, report: bad, evidence: noEvidence });
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const later = dayIn(90);

async function ignoring(content: string, ...args: readonly string[]) {
  writeFileSync(at('waivers.txt'), content);
  return runCommandLine(['audit', 'bad.lab', '--ignore', at('waivers.txt'), ...args], { audit });
}

const severe = [...new Set(bad.findings.filter(({ cvss }) => cvss >= 7).map(({ checkId }) => checkId))];
const waiveSevere = severe.map((id) => `${id} ${later} known until the move`).join('\n');

test('the gate leaves out what is waived and says so, and the score stays', async () => {
  const args = ['--fail-on', 'high', '--min-grade', 'F', '-f', 'json'];
  const before = await runCommandLine(['audit', 'bad.lab', ...args], { audit });
  assert.equal(before.code, 1);
  const { code, stdout, stderr } = await ignoring(waiveSevere, ...args);
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /gate passed; \d+ findings? accepted and not counted by --fail-on, score with waivers \d+, grade/,
  );
  const written = reportSchema.parse(JSON.parse(stdout));
  assert.deepEqual(written.score, bad.score);
  assert.ok((written.waivers?.scoreWithWaivers?.total ?? 0) >= bad.score.total);
  assert.ok((written.waivers?.waived.length ?? 0) > 0);
});

test('a limit of the grade is a limit of the score, which no waiver changes', async () => {
  const { code, stderr } = await ignoring(waiveSevere, '--min-grade', 'D');
  assert.equal(code, 1);
  assert.match(stderr, /gate failed: grade F is below D; \d+ finding/);
});

test('one finding is waived by its fingerprint, and only it', async () => {
  const first = bad.findings.find(({ checkId }) => checkId === 'cookie-session-insecure');
  assert.ok(first !== undefined);
  const { stdout } = await ignoring(`${first.fingerprint} ${later} old clients # a remark`, '-f', 'json');
  const { waivers } = reportSchema.parse(JSON.parse(stdout));
  assert.deepEqual(waivers?.waived, [{ fingerprint: first.fingerprint, reason: 'old clients', expires: later }]);
});

test('JSON is read as lines are, alone or under waivers', async () => {
  const one = { checkId: 'cert-expired', reason: 'moved soon', expires: later };
  for (const content of [[one], { waivers: [{ ...one, domain: 'bad.lab' }] }]) {
    const { stdout } = await ignoring(JSON.stringify(content), '-f', 'json');
    assert.equal(reportSchema.parse(JSON.parse(stdout)).waivers?.waived.length, 1);
  }
});

test('what expired, expires soon or matches nothing is told; the rest is not', async () => {
  const [present = ''] = severe;
  const lines = [
    `${present} ${dayIn(-2)} was known`,
    `cert-expired ${dayIn(5)} renewed next week`,
    `hsts-missing@other.net ${later} for another domain`,
    `no-such-check ${later} a slip`,
    `tls-heartbleed-of-nobody@bad.lab ${later} a slip too`,
    `${'a'.repeat(64)} ${later} fixed since`,
  ];
  const { stderr, code } = await ignoring(lines.join('\n'), '--fail-on', 'none');
  assert.equal(code, 0);
  const told = stderr.split('\n').filter((line) => line.startsWith('Waiver of'));
  assert.equal(told.length, 5, stderr);
  assert.match(
    told[0] ?? '',
    new RegExp(`^Waiver of ${present} \\(.*, line 1\\) expired on ${dayIn(-2)}: \\d+ findings? of it count again$`),
  );
  assert.match(told[1] ?? '', /line 2\) expires on .*, in 5 days$/);
  assert.match(told[2] ?? '', /no-such-check .*matches nothing: there is no such check/);
  assert.match(told[3] ?? '', /@bad\.lab .*matches nothing/);
  assert.match(told[4] ?? '', /Waiver of finding aaaaaaaaaaaa .*matches no finding/);
});

test('a file that is of no use is a usage error before the first packet', async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['hsts-missing', /line 1: write CHECK EXPIRES REASON/],
    [`hsts-missing ${later}`, /line 1: write CHECK EXPIRES REASON/],
    [`\n# remark\nhsts-missing never because`, /line 3: Use a date such as/],
    [`hsts-missing ${dayIn(500)} far too long`, /line 1: Must be at most 366 days ahead/],
    [`HSTS ${later} reason enough`, /line 1: Use the id of a check/],
    ['{"waivers": 1}', /use a list, or an object with the list waivers/],
    ['[1', /not valid JSON/],
    [`[{"checkId": "hsts-missing", "expires": "${later}"}]`, /waiver 1: .*\(reason\)/],
    [`[{"reason": "known well", "expires": "${later}"}]`, /waiver 1: Name a checkId or a fingerprint/],
    [`[{"checkId": "hsts-missing", "reason": "known", "expires": "${later}", "more": 1}]`, /waiver 1: .*more/],
  ];
  for (const [content, expected] of wrong) {
    const { code, stderr, requests } = await ignoring(content);
    assert.deepEqual([code, requests.length], [2, 0], content);
    assert.match(stderr, expected);
  }
  const missing = await runCommandLine(['audit', 'bad.lab', '--ignore', at('nowhere')], { audit });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /Cannot read the waiver file .*no such file/iu);
});

test('every form shows what is accepted as such', async () => {
  const forms = {
    sarif: 'a.sarif',
    junit: 'a.xml',
    markdown: 'a.md',
    html: 'a.html',
    github: 'a.txt',
    codequality: 'a.json',
  };
  const sinks = Object.entries(forms).flatMap(([form, file]) => ['-f', `${form}=${at(file)}`]);
  const { stdout } = await ignoring(waiveSevere, ...sinks, '-f', 'table');
  const written = (file: string): string => readFileSync(at(file), 'utf8');
  const waived = bad.findings.filter(({ checkId }) => severe.includes(checkId)).length;
  const results: { suppressions?: unknown[]; ruleId: string }[] = JSON.parse(written('a.sarif')).runs[0].results;
  const suppressed = results.filter(({ suppressions }) => suppressions !== undefined);
  assert.equal(suppressed.length, waived);
  assert.deepEqual(suppressed[0]?.suppressions, [
    { kind: 'external', status: 'accepted', justification: 'known until the move', properties: { expires: later } },
  ]);
  assert.match(written('a.xml'), new RegExp(`<skipped>Risk accepted until ${later}: known until the move</skipped>`));
  for (const id of severe)
    assert.ok(
      !written('a.xml').includes(`name="${id}: `) ||
        !new RegExp(`name="${id}: [^>]*>\\s*<failure`).test(written('a.xml')),
    );
  assert.match(written('a.md'), new RegExp(`Risk accepted until ${later}`));
  assert.match(written('a.html'), new RegExp(`Risk accepted until ${later}`));
  assert.doesNotMatch(written('a.txt'), /^::error/mu);
  assert.equal(JSON.parse(written('a.json')).length, bad.findings.length - waived);
  assert.match(stdout, new RegExp(`Risk accepted until ${later}: known until the move`));
  assert.match(stdout, /\d+ findings? accepted; score with waivers \d+, grade/);
});
