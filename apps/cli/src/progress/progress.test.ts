import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProgressEvent } from '@perimeter/contract/progress';
import { displayWidth } from '@perimeter/report/display-width';
import { createScreen } from '@perimeter/report/terminal/screen';
import { renderLines } from '@perimeter/report/terminal/style';
import { hostileText, sampleReport } from '@perimeter/report/testing/sample-report';
import { runCommandLine, noEvidence } from '../testing/command-line.ts';
import { TerminalScreen } from '../testing/terminal-screen.ts';
import { clock, drawFrame } from './frame.ts';
import { plainLine } from './plain.ts';
import { afterEvent, noProgress } from './state.ts';

const phases = [
  { phase: 'phase_email_auth', title: 'E-mail authentication', checks: 14 },
  { phase: 'phase_tls_configuration', title: 'TLS configuration', checks: 40 },
  { phase: 'phase_http_headers', title: 'HTTP headers', checks: 1 },
];

const events: ProgressEvent[] = [
  { type: 'started', domain: 'example.org', phases },
  { type: 'phase-started', phase: 'phase_email_auth', percent: 0, elapsedMs: 1 },
  { type: 'probe', probe: 'dns', state: 'started', detail: '', percent: 0, elapsedMs: 2 },
  { type: 'probe', probe: 'dns', state: 'finished', detail: '214 answers', percent: 20, elapsedMs: 830 },
  { type: 'probe', probe: 'tls', state: 'started', detail: '', percent: 20, elapsedMs: 840 },
  { type: 'probe', probe: 'http', state: 'started', detail: '', percent: 20, elapsedMs: 860 },
  { type: 'probe', probe: 'http', state: 'failed', detail: 'nothing answered in 10 s', percent: 30, elapsedMs: 10_850 },
  {
    type: 'phase-finished',
    phase: 'phase_email_auth',
    phasesCompleted: 1,
    phasesTotal: 3,
    checksExecuted: 14,
    findingsCount: 1,
    findings: sampleReport.findings.filter(({ checkId }) => checkId === 'dmarc-policy-none'),
    checksJudged: 14,
    checksInconclusive: 0,
    percent: 42,
    elapsedMs: 10_900,
  },
  { type: 'phase-started', phase: 'phase_tls_configuration', percent: 42, elapsedMs: 10_901 },
];

const state = events.reduce(afterEvent, noProgress);
const asText = { serializers: [String] };
const frame = (width: number, rows: number, unicode: boolean): string =>
  renderLines(drawFrame(state, createScreen({ width, unicode }), { rows, elapsedMs: 12_300, tick: 3 }), false);

test('the frame of a running audit at 80 columns', (t) => t.assert.snapshot(frame(80, 40, true), asText));
test('the frame at 60 columns in ASCII', (t) => t.assert.snapshot(frame(60, 40, false), asText));
test('the frame of a terminal with few rows folds the phases', (t) => t.assert.snapshot(frame(80, 10, true), asText));

test('no frame has more rows or columns than available, whatever a probe reports', () => {
  const hostile: ProgressEvent[] = [
    ...events,
    { type: 'probe', probe: hostileText, state: 'failed', detail: hostileText, percent: 50, elapsedMs: 11_000 },
  ];
  const told = hostile.reduce(afterEvent, { ...noProgress });
  for (const width of [40, 51, 60, 80, 120]) {
    for (const rows of [1, 5, 12, 50]) {
      const lines = drawFrame(told, createScreen({ width, unicode: true }), { rows, elapsedMs: 1, tick: 0 });
      assert.ok(lines.length <= rows);
      for (const line of renderLines(lines, false).split('\n')) {
        assert.ok(displayWidth(line) <= width, line);
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
    }
  }
});

test('a clock counts tenths below a minute, then minutes', () => {
  assert.deepEqual([0, 840, 59_949, 59_960, 61_000, 600_000].map(clock), [
    '0.0 s',
    '0.8 s',
    '59.9 s',
    '1:00 min',
    '1:01 min',
    '10:00 min',
  ]);
});

const auditThatTells = (_: unknown, onProgress: (event: ProgressEvent) => void) => {
  for (const event of events) onProgress(event);
  return { ok: true, report: sampleReport, evidence: noEvidence } as const;
};

test('without a terminal each phase is one line', async () => {
  const { stderr } = await runCommandLine(['audit', 'audited.org'], { audit: auditThatTells });
  assert.deepEqual(stderr.split('\n').slice(0, -2), [
    'Auditing example.org in 3 phases',
    '  10.9 s  [1/3] E-mail authentication: 1 finding (1 medium)',
  ]);
});

test('nothing follows the line on an interruption, whatever an audit ends behind it', async () => {
  const interruption = new AbortController();
  const lateDomains = ['audited.org', 'audited.net'];
  const { code, stderr } = await runCommandLine(['audit', ...lateDomains, '--parallel', '2', '--progress', 'plain'], {
    signal: interruption.signal,
    audit: async (request, onProgress) => {
      const [started, ...later] = events;
      if (started !== undefined) onProgress(started);
      if (request.domain === 'audited.net') interruption.abort('SIGINT');
      await new Promise((resolve) => setImmediate(resolve));
      for (const event of later) onProgress(event);
      return { ok: true, report: sampleReport, evidence: noEvidence };
    },
  });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.equal(code, 130);
  assert.doesNotMatch(stderr, /\[1\/3\]/u);
  assert.match(stderr, /was interrupted, so there is no report\n$/u);
});

const finished = (findings: number, checksJudged: number, checksInconclusive: number) => ({
  ...(events.find((event) => event.type === 'phase-finished') ?? assert.fail()),
  findings: sampleReport.findings.slice(0, findings),
  checksJudged,
  checksInconclusive,
});

test('a phase without a judged check does not claim to have no findings, in a log and on a terminal', () => {
  const rows = [
    [finished(0, 5, 9), 'no findings'],
    [finished(0, 0, 14), 'could not be checked'],
    [finished(0, 0, 3), 'could not be checked'],
    [finished(0, 0, 0), 'not applicable'],
  ] as const;
  for (const [event, text] of rows) {
    assert.equal(plainLine(event, new Map())?.split(': ')[1], text);
    const after = afterEvent(state, event);
    const lines = drawFrame(after, createScreen({ width: 80, unicode: true }), { rows: 40, elapsedMs: 1, tick: 0 });
    assert.match(renderLines(lines, false), new RegExp(`E-mail authentication +14 checks  ${text}`));
  }
});

test('with progress none only a failed gate is printed', async () => {
  const silent = ['audit', 'audited.org', '--progress', 'none'];
  const passed = await runCommandLine([...silent, '--fail-on', 'none'], { audit: auditThatTells });
  assert.equal(passed.stderr, '');
  assert.match(
    (await runCommandLine(silent, { audit: auditThatTells })).stderr,
    /^example\.org: .* gate failed[^\n]*\n$/u,
  );
});

test('on a terminal the progress is drawn in place, and removed at the end with the cursor restored', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const screen = new TerminalScreen(100, 30);
  let during: string[] = [];
  const { code } = await runCommandLine(['audit', 'audited.org'], {
    stderr: screen,
    audit: async (request, onProgress) => {
      auditThatTells(request, onProgress);
      assert.ok(!screen.picture.some((row) => row.includes('1 finding')));
      t.mock.timers.tick(100);
      during = screen.picture;
      assert.ok(during.some((row) => row.includes('1 finding')));
      assert.equal(screen.cursorVisible, false);
      return { ok: true, report: sampleReport, evidence: noEvidence };
    },
  });
  assert.equal(code, 1);
  assert.ok(during.some((row) => row.includes('Auditing example.org')));
  assert.equal(during.filter((row) => row.includes('TLS configuration')).length, 1);
  assert.equal(screen.cursorVisible, true);
  const left = screen.picture.filter((row) => row !== '');
  assert.deepEqual(left, ['example.org: 69 of 100, grade C; gate failed: 1 issue of severity high or worse']);
});

test('an audit that fails with an error also restores the terminal', async () => {
  const screen = new TerminalScreen(200, 30);
  await runCommandLine(['audit', 'audited.org'], {
    stderr: screen,
    audit: (request, onProgress) => {
      auditThatTells(request, onProgress);
      throw new Error('planted');
    },
  });
  assert.equal(screen.cursorVisible, true);
  assert.ok(!screen.picture.some((row) => row.includes('Auditing')));
});

test('a log gets no live display: not in CI, not on a dumb terminal', async () => {
  for (const env of [{ CI: 'true' }, { TERM: 'dumb' }]) {
    const screen = new TerminalScreen(200, 30);
    await runCommandLine(['audit', 'audited.org'], { stderr: screen, env, audit: auditThatTells });
    assert.ok(screen.picture.some((row) => row.includes('[1/3] E-mail authentication')));
  }
});
