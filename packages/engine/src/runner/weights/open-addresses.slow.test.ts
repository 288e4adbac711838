import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { type NetFailureReason, type Observed, netFailed } from '../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../evidence/tls/example.ts';
import type { TlsEndpoint, TlsVersionName } from '../../evidence/tls/schema.ts';
import { endpoint, withVersions, wideOpen } from '../../modules/derive/tls/testing/evidence.ts';
import { blankEndpoint } from '../../modules/derive/tls/testing/situations.ts';
import { evidencePath } from '../golden.ts';
import { type Judgement, judgeEvidence } from '../report.ts';

const good = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));

function judge(evidence: AuditEvidence): Judgement {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  return judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
}

function reportOf(evidence: AuditEvidence): Report {
  const judged = judge(evidence);
  assert.ok(judged.ok, judged.ok ? '' : judged.failure.code);
  return judged.report;
}

const served = good.tls?.endpoints[0] ?? assert.fail('good.lab speaks TLS');

const placed = (one: TlsEndpoint, index: number): TlsEndpoint => ({
  ...one,
  address: `192.0.2.${77 + index}`,
  port: served.port,
  serverName: served.serverName,
});

/** The site with a second address. */
const beside = (second: TlsEndpoint): AuditEvidence => ({
  ...good,
  tls: { endpoints: [...(good.tls?.endpoints ?? []), placed(second, 0)] },
});

const unreached = (reason: NetFailureReason): TlsEndpoint =>
  endpoint({
    unreachable: { reason, gap: 'words-kept', values: [`It ended by ${reason}`] },
    speaksTls: false,
    versions: [],
    chains: [],
  });

const stateOf = ({ score, coverage }: Report) => ({
  total: score.total,
  status: score.gradeStatus,
  open: coverage.openAddresses,
});

const whole = stateOf(reportOf(good));

test('a silent address makes the score provisional without an A, and is named', () => {
  assert.deepEqual([whole.status, whole.open], ['final', undefined]);
  for (const reason of ['timeout', 'reset', 'closed', 'malformed', 'budget', 'rate-limited', 'cancelled'] as const) {
    const report = reportOf(beside(unreached(reason)));
    assert.deepEqual(stateOf(report), { total: 79, status: 'provisional', open: ['192.0.2.77:443'] }, reason);
    assert.deepEqual(
      report.coverage.notTested.find(({ what }) => what === `${served.serverName} at 192.0.2.77:443`)?.reason,
      `It ended by ${reason}`,
    );
    const passed = report.modules.flatMap(({ checks }) => checks).find(({ id }) => id === 'tls-1-0');
    assert.match(passed?.reason ?? '', / \(not judged: 192\.0\.2\.77:443\)$/);
  }
});

test('an address that answers in another protocol, or stops answering, is open too', () => {
  const other = { ...unreached('closed'), unreachable: null };
  const stopped = { ...blankEndpoint, controlPassed: false };
  for (const second of [other, stopped])
    assert.deepEqual(stateOf(reportOf(beside(second))), {
      total: 79,
      status: 'provisional',
      open: ['192.0.2.77:443'],
    });
});

const unanswered: Observed<never> = {
  known: false,
  failure: { reason: 'timeout', gap: 'words-kept', values: ['No answer'] },
};

/** Time-outs at these versions while the control handshake is answered. */
const silentTo = (base: TlsEndpoint, names: readonly TlsVersionName[]): TlsEndpoint => ({
  ...base,
  versions: base.versions.map((one) =>
    names.includes(one.version) ? { ...refusedVersion(one.version), accepted: unanswered, complete: false } : one,
  ),
});

test('an address that is silent to some hellos is open, as the only, the first or a further one', () => {
  const old = ['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const;
  const open = ['192.0.2.77:443'];
  const weakSilent = { ...goodEndpoint, versions: goodEndpoint.versions.map((one) => ({ ...one, complete: false })) };
  const rows: TlsEndpoint[] = [silentTo(goodEndpoint, old), silentTo(goodEndpoint, ['TLSv1.0']), weakSilent];
  for (const one of rows) {
    const alone = stateOf(reportOf({ ...good, tls: { endpoints: [placed(one, 0)] } }));
    const further = reportOf(beside({ ...one, depth: 'light' }));
    assert.deepEqual([alone.status, alone.open, alone.total <= 79], ['provisional', open, true]);
    const { total, status, open: openBeside } = stateOf(further);
    assert.deepEqual([status, openBeside, total <= 79], ['provisional', open, true]);
    const gap = further.coverage.notTested.find(({ what }) => what === `${served.serverName} at ${open[0]}`);
    assert.match(gap?.reason ?? '', /^It stayed silent to some hellos while it answered others: /);
  }
  assert.equal(stateOf(reportOf(beside(goodEndpoint))).open, undefined);
  const ssl2Silent = reportOf({ ...good, tls: { endpoints: [placed(silentTo(goodEndpoint, ['SSLv2']), 0)] } });
  assert.equal(
    stateOf(ssl2Silent).open,
    undefined,
    'servers that do not know SSL 2.0 may wait for the rest of its hello',
  );
});

/** Suite lists that were cut short. */
const cutBy = (...cuts: NonNullable<TlsEndpoint['versions'][number]['cuts']>): TlsEndpoint => ({
  ...served,
  versions: served.versions.map((one) => (one.version === 'TLSv1.2' ? { ...one, complete: false, cuts } : one)),
});

test('a suite list cut short by our limit or a closed connection opens no address, one cut short by silence does', () => {
  const alone = (one: TlsEndpoint): Report => reportOf({ ...good, tls: { endpoints: [one] } });
  const ours = netFailed('budget', 'suites-enough', 200);
  const answers = [
    [ours],
    [netFailed('reset', 'closed-in-handshake')],
    [netFailed('closed', 'nothing-answered'), ours],
  ];
  for (const cuts of answers) {
    const report = alone(cutBy(...cuts));
    assert.equal(report.coverage.openAddresses, undefined, JSON.stringify(cuts));
    assert.ok(report.score.total > 79, `${report.score.total} ${JSON.stringify(cuts)}`);
    const outcomes = new Map(report.modules.flatMap(({ checks }) => checks.map((one) => [one.id, one] as const)));
    for (const id of ['tls-null-anon-export', 'tls-rc4']) {
      assert.equal(outcomes.get(id)?.outcome, 'inconclusive', id);
      assert.match(outcomes.get(id)?.reason ?? '', /enumeration for TLSv1\.2 was interrupted: \S/, id);
    }
  }
  for (const reason of ['timeout', 'rate-limited'] as const) {
    const report = alone(cutBy(ours, netFailed(reason, 'nothing-answered')));
    assert.deepEqual(
      [report.score.gradeStatus, report.coverage.openAddresses],
      ['provisional', [`${served.address}:443`]],
    );
    assert.ok(report.score.total <= 79, reason);
  }
});

test('a refused connection, a forbidden address and unreachable IPv6 change nothing', () => {
  assert.deepEqual(stateOf(reportOf(beside(unreached('refused')))), whole);
  assert.deepEqual(stateOf(reportOf(beside(unreached('blocked')))), whole);
  const ipv4 = good.tls?.endpoints.filter(({ address }) => !address.includes(':')) ?? [];
  const unrouted = { ...unreached('unreachable'), address: '2001:db8::77', serverName: served.serverName };
  const report = reportOf({ ...good, tls: { endpoints: [...ipv4, unrouted] } });
  assert.deepEqual(stateOf(report), stateOf(reportOf({ ...good, tls: { endpoints: ipv4 } })));
  assert.ok(report.coverage.notTested.some(({ what }) => what.endsWith('[2001:db8::77]:443')));
  assert.equal(stateOf(reportOf(beside(unreached('unreachable')))).status, 'provisional');
});

test('failures at another address stay failures', () => {
  const { tls, ...rest } = good;
  const open = { ...wideOpen, address: served.address, serverName: served.serverName };
  const report = reportOf({
    ...rest,
    tls: { endpoints: [...(tls?.endpoints.slice(1) ?? []), open, unreached('timeout')] },
  });
  const outcomes = new Map(report.modules.flatMap(({ checks }) => checks.map(({ id, outcome }) => [id, outcome])));
  assert.deepEqual([outcomes.get('tls-1-0'), outcomes.get('tls-sslv2')], ['fail', 'fail']);
  assert.ok(report.score.total <= 49);
});

const old = withVersions(acceptedVersion('TLSv1.0', [0xc0_13]));
const anyAddress = fc
  .tuple(fc.constantFrom(goodEndpoint, old, wideOpen, blankEndpoint), fc.boolean(), fc.boolean())
  .map(([one, isLight, controlPassed]): TlsEndpoint => ({
    ...one,
    depth: isLight ? 'light' : 'full',
    controlPassed: one.controlPassed && controlPassed,
  }));

test('silence of an address is never final, no A or B, and never better than the site without it', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, fc.constantFrom('timeout', 'reset', 'budget'), (first, second, reason) => {
      const scoreOf = (...endpoints: TlsEndpoint[]): Report['score'] | null => {
        const judged = judge({ ...good, tls: { endpoints: endpoints.map(placed) } });
        return judged.ok ? judged.report.score : null;
      };
      const silent = scoreOf(first, unreached(reason));
      const [alone, both] = [scoreOf(first), scoreOf(first, second)];
      if (silent === null) return;
      assert.equal(silent.gradeStatus, 'provisional');
      assert.ok(silent.total <= 79 && (alone === null || silent.total <= alone.total));
      if (both !== null && both.total >= 79) assert.ok(silent.total <= both.total);
    }),
    { numRuns: 25 },
  );
});
