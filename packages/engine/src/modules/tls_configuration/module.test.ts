import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { answer, endpoint, goodEndpoint, refusedVersion, timedOut, wideOpen } from '../derive/tls/testing/evidence.ts';
import { tlsConfiguration } from './module.ts';

const unseenFields = ['choosesWeaker', 'trust', 'alpn'] as const;

/** An endpoint that speaks TLS, of which nothing else could be seen. */
const blank: TlsEndpoint = {
  ...goodEndpoint,
  versions: goodEndpoint.versions.map(({ version }) => ({ ...refusedVersion(version), accepted: timedOut })),
  ...Object.fromEntries(
    Object.entries(goodEndpoint).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && 'known' in value ? [[name, timedOut]] : [],
    ),
  ),
};

/** Checks that do not arise on one good endpoint with TLS 1.2 and 1.3, or that only inform. */
const otherwise: Partial<Record<string, OutcomeKind>> = {
  'tls-dh-weak': 'not-applicable',
  'tls-fallback-scsv': 'not-applicable',
  'tls-ip-inconsistent': 'not-applicable',
  'tls-client-sim': 'informational',
  'tls-fingerprint': 'informational',
};

test('the blank endpoint really is blank', () => {
  for (const field of unseenFields) assert.equal(blank[field].known, false);
});

/** Checks of the inventory alone; others have rows of their own. */
const ofInventory = tlsConfiguration.checks.filter(({ needs }) => needs.every((kind) => kind === 'tls'));

for (const check of ofInventory) {
  test(`${check.id}: a good endpoint is judged good`, () => {
    const { outcome, text } = answer(check, [goodEndpoint]);
    assert.equal(outcome, otherwise[check.id] ?? 'pass', text);
  });

  test(`${check.id}: without TLS the question does not arise`, () => {
    for (const endpoints of [
      [],
      [endpoint({ speaksTls: false })],
      [endpoint({ unreachable: { reason: 'timeout', detail: 'No answer' } })],
    ]) {
      assert.equal(answer(check, endpoints).outcome, 'not-applicable');
    }
  });

  test(`${check.id}: what nobody saw is inconclusive`, () => {
    const twice = [blank, { ...blank, address: '192.0.2.2' }];
    const { outcome, text } = answer(check, twice);
    assert.equal(outcome, 'inconclusive', text);
    assert.match(text, /No answer within 10 s/);
  });

  test(`${check.id}: an address that we left out ourselves is inconclusive, never absent TLS`, () => {
    const left = endpoint({
      unreachable: { reason: 'budget', detail: 'The budget of connections was used up' },
      speaksTls: false,
    });
    assert.equal(answer(check, [left]).outcome, 'inconclusive');
  });
}

test('beside an address that answers, one left out for want of budget is inconclusive, a forbidden one is not', () => {
  const check = tlsConfiguration.checks.find(({ id }) => id === 'tls-1-3-missing');
  assert.ok(check);
  const beside = (reason: 'budget' | 'blocked' | 'refused') =>
    answer(check, [goodEndpoint, endpoint({ unreachable: { reason, detail: reason }, speaksTls: false })]).outcome;
  assert.equal(beside('budget'), 'inconclusive');
  assert.equal(beside('blocked'), 'pass');
  assert.equal(beside('refused'), 'pass');
});

test('only the checks that few need are left to deep mode', () => {
  const deep = tlsConfiguration.checks.filter(({ mode }) => mode === 'deep').map(({ id }) => id);
  assert.deepEqual(deep, [
    'tls-obscure-cipher',
    'tls-reneg-client',
    'tls-ticket-key-static',
    'tls-grease-intolerant',
    'tls-client-sim',
    'tls-fingerprint',
  ]);
});

test('a failure carries host, port and address of its endpoint', () => {
  const check = tlsConfiguration.checks.find(({ id }) => id === 'tls-reneg-insecure');
  assert.ok(check);
  const outcome = check.evaluate({
    tls: { endpoints: [endpoint({ secureRenegotiation: { known: true, value: false } })] },
  });
  assert.equal(outcome.outcome, 'fail');
  assert.ok(outcome.outcome === 'fail');
  assert.deepEqual(outcome.findings[0].location, { host: 'example.test', port: 443, address: '192.0.2.1' });
});

/** What a report shows of one proof (runner/findings.ts). */
const maxEvidenceLength = 8_192;

test('however much is wrong, each proof has room and ends in the command that shows it', () => {
  const failed = ofInventory.flatMap((check) => {
    const outcome = check.evaluate({ tls: { endpoints: [wideOpen] } });
    return outcome.outcome === 'fail' ? outcome.findings.map(({ evidence }) => ({ id: check.id, evidence })) : [];
  });
  assert.ok(failed.length > 25);
  for (const { id, evidence } of failed) {
    assert.ok(evidence.length <= maxEvidenceLength, `${id}: ${evidence.length}`);
    assert.match(evidence.split('\n').at(-1) ?? '', /^Reproduce: /, id);
  }
});
