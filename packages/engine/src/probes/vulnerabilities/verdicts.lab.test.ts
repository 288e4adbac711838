import assert from 'node:assert/strict';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { textOf } from '../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { probes } from '../registry.ts';
import { labContext } from '../testing/lab-context.ts';
import { gather } from '../../runner/gather.ts';
import { tlsVulnerabilities } from '../../modules/tls_vulnerabilities/module.ts';

/** Everything that an audit of one host of the lab gathers, unhurried. */
async function evidenceOf(domain: string): Promise<SomeEvidence> {
  const signal = AbortSignal.timeout(170_000);
  const limits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };
  const context = labContext(domain, {
    target: { registrableDomain: domain, scanMode: 'deep' },
    dialer: { limits },
    signal,
  });
  const bugs: unknown[] = [];
  const events = { onProbe: () => {}, onBug: (_where: string, error: unknown) => void bugs.push(error) };
  const { evidence, settled } = gather(context, probes, events);
  await settled(probes.map(({ kind }) => kind));
  assert.deepEqual(bugs, []);
  return evidence;
}

/** What fails at each host that has something to fail. */
const failing: Readonly<Record<string, readonly string[]>> = {
  'heartbleed.lab': ['vuln-heartbleed', 'vuln-beast'],
  'heartbeat.lab': ['vuln-beast'],
  'heartbleed-export.lab': ['vuln-heartbleed', 'vuln-freak', 'vuln-beast'],
  'heartbleed-des.lab': ['vuln-heartbleed', 'vuln-beast'],
  'heartbleed-null.lab': ['vuln-heartbleed'],
  'heartbleed-anonymous.lab': ['vuln-heartbleed', 'vuln-beast'],
  'only-export.lab': ['vuln-poodle-ssl3', 'vuln-drown', 'vuln-freak', 'vuln-beast'],
  'only-des.lab': ['vuln-poodle-ssl3', 'vuln-drown', 'vuln-beast'],
  'only-null.lab': ['vuln-drown'],
  'only-anonymous.lab': ['vuln-logjam', 'vuln-beast'],
  'ccs.lab': ['vuln-ccs', 'vuln-beast'],
  'ticketbleed.lab': ['vuln-ticketbleed'],
  'robot-strong.lab': ['vuln-robot', 'vuln-beast'],
  'robot-weak.lab': ['vuln-robot', 'vuln-beast'],
  'robot-unstable.lab': ['vuln-beast'],
  'poodle-tls.lab': ['vuln-poodle-tls', 'vuln-beast'],
  'cbc-goldendoodle.lab': ['vuln-cbc-oracle'],
  'cbc-zombie.lab': ['vuln-cbc-oracle'],
  'cbc-sleeping.lab': ['vuln-cbc-oracle'],
  'cbc-zero-length.lab': ['vuln-cbc-oracle'],
  'cbc-2016-2107.lab': ['vuln-cbc-oracle'],
  'alert-then-reset.lab': ['vuln-beast'],
  'only-ssl3.lab': ['vuln-poodle-ssl3', 'vuln-beast'],
  'dh768.lab': ['vuln-logjam'],
  'dh1024-common.lab': ['vuln-logjam'],
  'dh1024-own.lab': ['vuln-logjam'],
  'fake-heartbleed.lab': ['vuln-heartbleed', 'vuln-beast'],
  'fake-compression.lab': ['vuln-beast'],
  'fake-renegotiation.lab': ['vuln-poodle-ssl3', 'vuln-beast'],
  'fake-ccs.lab': ['vuln-ccs', 'vuln-logjam', 'vuln-beast'],
  'fake-ssl2.lab': ['vuln-drown'],
  'fake-intolerant.lab': ['vuln-freak', 'vuln-beast'],
  'fake-robot.lab': ['vuln-robot', 'vuln-beast'],
  'ossl3.lab': ['vuln-logjam', 'vuln-beast'],
  'dh1024.lab': ['vuln-logjam', 'vuln-beast'],
  'gnutls.lab': ['vuln-beast'],
  'nss.lab': ['vuln-poodle-ssl3', 'vuln-logjam', 'vuln-beast'],
  'jsse.lab': ['vuln-poodle-ssl3', 'vuln-freak', 'vuln-logjam', 'vuln-beast'],
  // OpenSSL 1.0.1e has CVE-2014-0224 and, with AES-NI, CVE-2016-2107; 1.0.0m tells empty records apart.
  'old101.lab': ['vuln-ccs', 'vuln-cbc-oracle', 'vuln-poodle-ssl3', 'vuln-drown', 'vuln-beast'],
  'old100.lab': ['vuln-cbc-oracle', 'vuln-poodle-ssl3', 'vuln-drown', 'vuln-freak', 'vuln-beast'],
  'old102.lab': ['vuln-logjam', 'vuln-beast'],
  'stunnel.lab': ['vuln-beast'],
  'bad.lab': ['vuln-logjam', 'vuln-beast'],
  'cross-name.lab': ['vuln-insecure-reuse'],
  'opossum.lab': ['vuln-opossum'],
  'starttls-inject.lab': ['vuln-starttls-injection'],
  // Mail with the website's certificate, and a website that takes any protocol.
  'drown-shared.lab': ['vuln-drown', 'vuln-alpaca'],
  'two-versions.lab': ['vuln-beast'],
  'apache.lab': ['vuln-beast'],
  'old102s.lab': ['vuln-logjam', 'vuln-beast'],
  'old111.lab': ['vuln-logjam', 'vuln-beast'],
};

/** Hosts that come close to failing and do not; the many web sites of the lab differ from them in content alone. */
const sound =
  /^(good|sound|sound-cbc|heartbeat|tickets|tickets-long|renegotiates.*|dh2048-.*|dh-reuse|grease-.*|hello-1500|octet-records|straddling|warns-first|only-.*|sweet32|pq|tls13|haproxy|names-apart|client-auth|starttls-sound|late-groups|named-fields|demands-certificate|fake-(many-suites|heartbeat))\.lab$/;

/**
 * The outcomes of all checks of a host. A server that a busy machine kept from answering in time leaves its check inconclusive:
 * such a host is measured again, at most twice. A wrong pass is never measured again.
 */
async function judged(host: string, expected: readonly string[]) {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    const evidence = await evidenceOf(host);
    const outcomes = tlsVulnerabilities.checks.map((check) => ({ id: check.id, outcome: check.evaluate(evidence) }));
    const unknown = outcomes.some(({ id, outcome }) => expected.includes(id) && outcome.outcome === 'inconclusive');
    if (!unknown || triesLeft === 0) return outcomes;
  }
}

const rows = endpoints.filter(({ host }) => failing[host] !== undefined || sound.test(host));

sideBySide('verdicts', () => {
  for (const row of rows) {
    const expected = failing[row.host] ?? [];
    labTest(`${row.host}: ${expected.length === 0 ? 'no attack with a name works' : expected.join(', ')}`, async () => {
      const outcomes = await judged(row.host, expected);
      const failed = outcomes.filter(({ outcome }) => outcome.outcome === 'fail');
      const found = failed.map(({ id, outcome }) => `${id}: ${textOf(outcome)}`).join('\n\n');
      assert.deepEqual(failed.map(({ id }) => id).toSorted(), expected.toSorted(), found);
    });
  }
});
