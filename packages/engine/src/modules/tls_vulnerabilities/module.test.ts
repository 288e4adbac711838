import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { fc } from '@perimeter/protocols/testing/random';
import { mixOf, testModule } from '../../catalogue/testing/module.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';
import type { VulnerabilitiesEvidence } from '../../evidence/vulnerabilities/schema.ts';
import { timedOut, tlsOf, wideOpen, refusedEndpoint } from '../derive/tls/testing/evidence.ts';
import { soundEndpoint, soundEvidence, vulnerabilitiesOf } from '../derive/tls/testing/flaws.ts';
import { blankEndpoint, hostileEndpoint, unseenFacts } from '../derive/tls/testing/situations.ts';
import { tlsVulnerabilities } from './module.ts';

/** Checks that are not applicable to a server without flaws, with TLS 1.2 and 1.3 and only AEAD suites. */
const otherwise: Partial<Record<string, OutcomeKind>> = {
  'vuln-robot': 'not-applicable',
  'vuln-poodle-tls': 'not-applicable',
  'vuln-cbc-oracle': 'not-applicable',
  'vuln-raccoon': 'not-applicable',
  'vuln-starttls-injection': 'not-applicable',
  'vuln-breach': 'not-applicable',
};

const flawless = unseenFacts(soundEndpoint);
const withTls = (
  tls: readonly TlsEndpoint[],
  flaws: VulnerabilityEndpoint,
  doors: Partial<VulnerabilitiesEvidence> = {},
): SomeEvidence => ({
  ...soundEvidence,
  ...tlsOf(...tls),
  vulnerabilities: { ...vulnerabilitiesOf({}, { opossum: [], ...doors }), endpoints: [flaws] },
});
const [door] = vulnerabilitiesOf().opossum;
const closedDoors = { startTls: timedOut, opossum: door === undefined ? [] : [{ ...door, answer: timedOut }] };

testModule(tlsVulnerabilities, {
  sound: { evidence: [soundEvidence], otherwise },
  // Without a document there is no compression to judge.
  silent: {
    evidence: [withTls([blankEndpoint], flawless, closedDoors)],
    otherwise: { 'vuln-breach': 'not-applicable' },
  },
  refused: { evidence: [withTls([], flawless), withTls([refusedEndpoint], flawless)] },
  hostile: fc.tuple(hostileEndpoint, mixOf(soundEndpoint, flawless)).map(([tls, flaws]) => withTls([tls], flaws)),
});

test('tests with connections of their own are deep mode only', () => {
  const deep = new Set(tlsVulnerabilities.checks.filter(({ mode }) => mode === 'deep').map(({ id }) => id));
  for (const id of [
    'vuln-heartbleed',
    'vuln-ccs',
    'vuln-ticketbleed',
    'vuln-robot',
    'vuln-poodle-tls',
    'vuln-cbc-oracle',
    'vuln-reneg-dos',
    'vuln-starttls-injection',
    'vuln-alpaca',
    'vuln-insecure-reuse',
  ])
    assert.ok(deep.has(id), id);
});

test('even with every fault, each proof ends with its command', () => {
  const open = { ...soundEvidence, ...tlsOf(wideOpen) };
  const failed = tlsVulnerabilities.checks.flatMap((check) => {
    const outcome = check.evaluate(open);
    return outcome.outcome === 'fail' ? outcome.findings.map(({ evidence }) => ({ id: check.id, evidence })) : [];
  });
  for (const id of ['vuln-poodle-ssl3', 'vuln-drown', 'vuln-freak', 'vuln-logjam', 'vuln-beast'])
    assert.ok(
      failed.some((one) => one.id === id),
      id,
    );
  for (const { id, evidence } of failed) {
    assert.ok(evidence.length <= 8_192, `${id}: ${evidence.length}`);
    assert.match(
      evidence.split('\n').at(-1) ?? '',
      /^Reproduce: /,
      `${id}: its evidence must end with a command (catalogue/reproduce.ts)`,
    );
  }
});
