import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { testModule } from '../../catalogue/testing/module.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { answer, endpoint, tlsOf, wideOpen } from '../derive/tls/testing/evidence.ts';
import { blankEndpoint, inventorySituations } from '../derive/tls/testing/situations.ts';
import { tlsConfiguration } from './module.ts';

/** Without evidence of earlier audits these checks are not applicable. */
const unasked: Partial<Record<string, OutcomeKind>> = { 'tls-ticket-key-static': 'not-applicable' };

const unseenFields = ['choosesWeaker', 'trust', 'alpn'] as const;

/** Checks that are not applicable to one good endpoint with TLS 1.2 and 1.3, or only inform. */
const otherwise: Partial<Record<string, OutcomeKind>> = {
  'tls-dh-weak': 'not-applicable',
  'tls-fallback-scsv': 'not-applicable',
  'tls-ip-inconsistent': 'not-applicable',
  'tls-client-sim': 'informational',
  'tls-fingerprint': 'informational',
};

test('the blank endpoint has no known fact', () => {
  for (const field of unseenFields) assert.equal(blankEndpoint[field].known, false);
});

/** Checks that need only the inventory; others have their own rows. */
const ofInventory = tlsConfiguration.checks.filter(({ needs }) => needs.every((kind) => kind === 'tls'));

testModule(tlsConfiguration, {
  ...inventorySituations,
  sound: { evidence: [tlsOf(goodEndpoint)], otherwise },
  silent: { ...inventorySituations.silent, otherwise: unasked },
});

test('with one answering address, a pass names the addresses of unknown state, but not those that are unreachable for everybody', () => {
  const check = tlsConfiguration.checks.find(({ id }) => id === 'tls-1-3-missing');
  assert.ok(check);
  const beside = (reason: 'budget' | 'timeout' | 'blocked' | 'refused') =>
    answer(check, [
      goodEndpoint,
      endpoint({ unreachable: { reason, gap: 'words-kept', values: [reason] }, speaksTls: false }),
    ]);
  const named = { outcome: 'pass', text: 'TLS 1.3 is accepted (not judged: 192.0.2.1:443)' };
  assert.deepEqual([beside('budget'), beside('timeout')], [named, named]);
  const unnamed = { outcome: 'pass', text: 'TLS 1.3 is accepted' };
  assert.deepEqual([beside('blocked'), beside('refused')], [unnamed, unnamed]);
});

test('the checks that cost many connections are deep mode only', () => {
  const deep = new Set(tlsConfiguration.checks.filter(({ mode }) => mode === 'deep').map(({ id }) => id));
  for (const id of [
    'tls-obscure-cipher',
    'tls-reneg-client',
    'tls-ticket-key-static',
    'tls-grease-intolerant',
    'tls-client-sim',
    'tls-fingerprint',
  ])
    assert.ok(deep.has(id), id);
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

/** Limit of one proof in a report (runner/findings.ts). */
const maxEvidenceLength = 8_192;

test('even with every fault, each proof fits and ends with its command', () => {
  const failed = ofInventory.flatMap((check) => {
    const outcome = check.evaluate({ tls: { endpoints: [wideOpen] } });
    return outcome.outcome === 'fail' ? outcome.findings.map(({ evidence }) => ({ id: check.id, evidence })) : [];
  });
  assert.ok(failed.length > 25);
  for (const { id, evidence } of failed) {
    assert.ok(evidence.length <= maxEvidenceLength, `${id}: ${evidence.length}`);
    assert.match(
      evidence.split('\n').at(-1) ?? '',
      /^Reproduce: /,
      `${id}: its evidence must end with a command (catalogue/reproduce.ts)`,
    );
  }
});
