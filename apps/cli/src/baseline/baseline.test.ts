import { type Report, report as reportSchema } from '@perimeter/contract/report';
import { reportPath } from '@perimeter/engine/runner/golden';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { sarifProblems } from '@perimeter/report/testing/schemas';
import { at } from '../testing/audited-forms.ts';
import { noEvidence, runCommandLine } from '../testing/command-line.ts';

const bad = reportSchema.parse(JSON.parse(readFileSync(reportPath('bad.lab'), 'utf8')));
const first = bad.findings.find(({ severity, confidence }) => severity === 'high' && confidence === 'confirmed');
assert.ok(first !== undefined);
const { checkId, fingerprint } = first;

const without = (report: Report): Report => ({
  ...report,
  findings: report.findings.filter((one) => one.fingerprint !== fingerprint),
});
const outcome = (report: Report, id: string, to: 'inconclusive' | 'pass'): Report => ({
  ...report,
  modules: report.modules.map((one) => ({
    ...one,
    checks: one.checks.map((check) => (check.id === id ? { ...check, outcome: to } : check)),
  })),
});
const eased = (report: Report): Report => ({
  ...report,
  findings: report.findings.map((one) =>
    one.fingerprint === fingerprint ? { ...one, severity: 'low' as const } : one,
  ),
});

/** Audits with one report, using another as baseline: directly, or as a baseline file made of it. */
async function against(then: Report, now: Report, isFile: boolean, ...args: readonly string[]) {
  writeFileSync(at('then.json'), JSON.stringify(then));
  if (isFile) {
    writeFileSync(at('base.json'), '{"perimeterBaseline":1,"domains":[]}');
    const made = await runCommandLine(['baseline', 'create', at('then.json'), '--baseline', at('base.json')]);
    assert.equal(made.code, 0, made.stderr);
  }
  const audit = () => ({ ok: true as const, report: now, evidence: noEvidence });
  const file = at(isFile ? 'base.json' : 'then.json');
  return runCommandLine(['audit', 'bad.lab', '--no-config', '--baseline', file, '--allow-incomplete', ...args], {
    audit,
  });
}

test('only new findings fail: not those of checks that were not judged in one of the audits; a more severe finding is new', async () => {
  const rows: readonly (readonly [string, Report, Report, number, RegExp])[] = [
    ['the same', bad, bad, 0, /0 new findings since the baseline/],
    ['new', outcome(without(bad), checkId, 'pass'), bad, 1, new RegExp(`1 new finding \\(${checkId}\\)`)],
    ['not judged then', outcome(without(bad), checkId, 'inconclusive'), bad, 0, /0 new findings/],
    ['worse', eased(bad), bad, 1, /1 new finding/],
    ['better', bad, eased(bad), 0, /0 new findings/],
    ['gone', bad, outcome(without(bad), checkId, 'pass'), 0, /1 entry of the baseline gone: perimeter baseline prune/],
    [
      'not judged now',
      bad,
      outcome(without(bad), checkId, 'inconclusive'),
      0,
      /0 new findings since the baseline; oldest/,
    ],
  ];
  for (const isFile of [true, false])
    for (const [name, then, now, code, text] of rows) {
      const ran = await against(then, now, isFile);
      assert.equal(ran.code, code, `${name}: ${ran.stderr}`);
      assert.match(ran.stderr, text, name);
    }
});

test('a baseline of today has no age note', async () => {
  const { stderr } = await against({ ...bad, completedAt: Date.now() }, bad, false);
  assert.match(stderr, /; oldest entry of the baseline: 0 days/);
});

test('--strict-baseline fails for fixed entries and missing domains', async () => {
  const fixed = outcome(without(bad), checkId, 'pass');
  assert.equal((await against(bad, fixed, true, '--strict-baseline')).code, 1);
  assert.equal((await against(bad, bad, true, '--strict-baseline')).code, 0);
  assert.equal((await against({ ...bad, domain: 'good.lab' }, bad, true, '--strict-baseline')).code, 1);
});

test('all findings of a domain that is missing in the baseline are new, and an empty file is invalid', async () => {
  const other = { ...bad, domain: 'good.lab' };
  for (const isFile of [true, false]) {
    const { code, stderr } = await against(other, bad, isFile);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /gate failed: \d+ new findings \(.*bad\.lab is not in the baseline .*all of its findings are new/,
    );
    assert.equal((await against(other, { ...bad, findings: [] }, isFile)).code, 0);
  }
  writeFileSync(at('now.json'), JSON.stringify(bad));
  const check = await runCommandLine(['baseline', 'check', at('now.json'), '--baseline', at('base.json')]);
  assert.deepEqual([check.code, check.stdout.match(/^new /gmu)?.length], [1, bad.findings.length]);
  writeFileSync(at('none.json'), '');
  const none = await runCommandLine(['audit', 'bad.lab', '--no-config', '--baseline', at('none.json')]);
  assert.deepEqual([none.code, none.requests.length], [2, 0]);
  assert.match(none.stderr, /The baseline .*none\.json is empty/);
});

test('--max-drop compares scores of one mode, authority and major policy version', async () => {
  const scored = (total: number, policyVersion = bad.score.policyVersion): Report => ({
    ...bad,
    score: { ...bad.score, total, policyVersion },
  });
  const drop = async (then: Report, most: string) => against(then, scored(40), true, '--max-drop', most);
  assert.equal((await drop(scored(46), '5')).code, 1);
  assert.equal((await drop(scored(45), '5')).code, 0);
  assert.equal((await drop(scored(30), '0')).code, 0);
  const rows = [
    [
      { ...scored(90), scanMode: bad.scanMode === 'deep' ? 'standard' : 'deep' } as Report,
      /of a (?:deep|standard) audit/,
    ],
    [scored(90, '0.9.0'), /scored by policy 0\.9\.0/],
    [{ ...scored(90), authority: bad.authority === true ? undefined : true } as Report, /stated authority/],
  ] as const;
  for (const [then, text] of rows) {
    const { code, stderr } = await drop(then, '5');
    assert.equal(code, 0, stderr);
    assert.match(stderr, text);
  }
  const elsewhere = { ...scored(90), domain: 'good.lab' };
  for (const [strict, text] of [
    [[], /bad\.lab is not in the baseline [^;]*; no score to compare for --max-drop/u],
    [['--strict-baseline'], /gate failed: [^;]*bad\.lab is not in the baseline [^;]*; no score to compare/u],
  ] as const) {
    const { stderr } = await against(elsewhere, scored(40), true, '--max-drop', '5', ...strict);
    assert.match(stderr, text);
  }
  assert.doesNotMatch((await against(elsewhere, scored(40), true)).stderr, /--max-drop/u);
  const alone = await runCommandLine(['audit', 'bad.lab', '--no-config', '--max-drop', '5']);
  assert.equal(alone.code, 2);
  assert.match(alone.stderr, /--max-drop needs a baseline/);
});

test('the file is sorted, has one finding per line, and keeps since when each is known', async () => {
  writeFileSync(at('report.json'), JSON.stringify(bad));
  const file = at('.perimeter-baseline.json');
  const run = async (action: string) => runCommandLine(['baseline', action, at('report.json'), '--baseline', file]);
  assert.equal((await run('create')).code, 0);
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('      {'));
  const entries: { fingerprint: string; check: string; since: string }[] = lines.map((line) =>
    JSON.parse(line.replace(/,$/u, '')),
  );
  assert.deepEqual(Object.keys(entries[0] ?? {}), ['fingerprint', 'check', 'host', 'severity', 'since']);
  assert.equal(entries.length, new Set(bad.findings.map((one) => one.fingerprint)).size);
  assert.deepEqual(
    entries.map(({ check }) => check),
    entries.map(({ check }) => check).toSorted(),
  );
  const since = entries[0]?.since ?? '';
  writeFileSync(file, text.replaceAll(since, '2026-01-02'));
  await run('create');
  assert.equal(readFileSync(file, 'utf8'), text.replaceAll(since, '2026-01-02'));
  assert.equal((await run('check')).code, 0);
  writeFileSync(at('report.json'), JSON.stringify(outcome(without(bad), checkId, 'pass')));
  assert.match((await run('check')).stdout, new RegExp(`^gone high ${checkId}`, 'mu'));
  assert.equal((await run('prune')).code, 0);
  assert.ok(!readFileSync(file, 'utf8').includes(fingerprint));
  assert.equal((await run('check')).stdout, '');
});

test('SARIF marks each finding as known or new', async () => {
  const states = async (then: Report, ...args: readonly string[]) => {
    const { stdout } = await against(then, bad, true, '-f', 'sarif', ...args);
    const log: { runs: { results: { baselineState?: string; partialFingerprints: Record<string, string> }[] }[] } =
      JSON.parse(stdout);
    assert.deepEqual(sarifProblems(stdout), []);
    const results = log.runs[0]?.results ?? [];
    const own = results.filter((one) => one.partialFingerprints['perimeter/v1'] === fingerprint);
    const others = results.filter((one) => !own.includes(one));
    return [new Set(own.map((one) => one.baselineState)), new Set(others.map((one) => one.baselineState))];
  };
  assert.deepEqual(await states(bad), [new Set(['unchanged']), new Set(['unchanged'])]);
  assert.deepEqual(await states(eased(bad)), [new Set(['updated']), new Set(['unchanged'])]);
  assert.deepEqual(await states(without(bad)), [new Set(['new']), new Set(['unchanged'])]);
  assert.deepEqual(await states({ ...bad, domain: 'good.lab' }), [new Set(['new']), new Set(['new'])]);
});
