import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { dayMs } from '@perimeter/protocols/durations';
import {
  type CertificatesEvidence,
  certificatesEvidence,
  type RevocationStatus,
} from '../../evidence/certificates/schema.ts';
import { statusSentence } from '../../evidence/certificates/sentences.ts';
import { gather } from '../../runner/gather.ts';
import { dnsProbe } from '../dns/probe.ts';
import { endpointsProbe } from '../endpoints/probe.ts';
import { labContext } from '../testing/lab-context.ts';
import { tlsProbe } from '../tls/probe.ts';
import { certificatesProbe } from './probe.ts';

type Mode = 'standard' | 'deep';

/** The evidence of a lab host. Connections are counted by its fetches: the TLS probe may open some in advance. */
async function evidenceOf(domain: string, scanMode: Mode = 'standard', nowMs = Date.now()) {
  const context = labContext(domain, { target: { startedAtMs: nowMs } });
  const { target } = context;
  const bugs: unknown[] = [];
  const events = { onProbe: () => {}, onBug: (_where: string, error: unknown) => void bugs.push(error) };
  const { evidence, settled } = gather(context, [dnsProbe, endpointsProbe, tlsProbe], events);
  await settled(['tls']);
  const result = await certificatesProbe.run({ ...context, target: { ...target, scanMode } }, evidence);
  const found = certificatesEvidence.parse(result.evidence);
  assert.deepEqual(bugs, []);
  return { found };
}

/** A few hosts at a time, because they mostly wait. */
async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 6) await Promise.all(items.slice(from, from + 6).map(run));
}

const said = (problem: RevocationStatus['problem']): string => (problem === null ? '' : statusSentence(problem));

const verdictOf = ({ chains }: CertificatesEvidence) => chains[0]?.verdict;

/** Problem codes of the first chain. */
async function problemsOf(host: string): Promise<string[]> {
  const { found } = await evidenceOf(`${host}.lab`);
  const verdict = verdictOf(found);
  assert.ok(verdict, host);
  assert.equal(verdict.trusted, verdict.problems.length === 0, host);
  return verdict.problems.map(({ code }) => code);
}

const truths: Record<string, string[]> = {
  good: [],
  'cert-expired': ['expired'],
  'cert-future': ['not-yet-valid'],
  'cert-self-signed': ['self-signed'],
  'cert-wrong-host': ['name-mismatch'],
  'cert-common-name-only': ['name-mismatch'],
  'cert-sha1': ['weak-signature'],
  'cert-md5': ['weak-signature'],
  'cert-sha1-intermediate': ['weak-signature'],
  'cert-rsa512': ['weak-key'],
  'cert-untrusted': ['unknown-issuer'],
  'cert-disordered': [],
  'cert-expired-twin-first': [],
  'cert-cross-signed': [],
  'cert-bad-signature': ['bad-signature'],
  'cert-ed25519': [],
  'cert-ml-dsa': [],
  'cert-no-server-auth': ['extended-key-usage'],
  'cert-constrained': [],
  'cert-constraint-violated': ['name-constraints'],
  'cert-path-too-long': ['path-length'],
  'cert-unknown-critical': ['critical-extension'],
  'cert-issuer-no-authority': ['not-a-ca'],
};

labTest('each chain has the verdict that its making calls for', async () => {
  await eachOf(Object.entries(truths), async ([host, problems]) => {
    assert.deepEqual(await problemsOf(host), problems, host);
  });
});

labTest('nothing is fetched for a good site', async () => {
  const { found } = await evidenceOf('good.lab');
  assert.deepEqual(found.fetches, []);
  assert.deepEqual(found.fetches, []);
  assert.equal(verdictOf(found)?.anchor, 'public');
  assert.equal(verdictOf(found)?.servedSuffices, true);
});

labTest('what is missing is fetched where the certificate says, where that may be reached', async () => {
  await eachOf(['cert-incomplete.lab', 'cert-incomplete-pkcs7.lab', 'cert-expired-twin-only.lab'], async (host) => {
    const { found } = await evidenceOf(host);
    assert.deepEqual([verdictOf(found)?.trusted, verdictOf(found)?.servedSuffices], [true, false], host);
    assert.equal(found.fetches.length, 1, host);
  });
  const reasons: Record<string, string | undefined> = {
    'cert-private-aia.lab': 'blocked',
    'cert-endless-aia.lab': 'too-large',
    'cert-incomplete-dead-aia.lab': 'timeout',
    'cert-incomplete-wrong-aia.lab': undefined,
  };
  await eachOf(Object.entries(reasons), async ([host, reason]) => {
    const { found } = await evidenceOf(host);
    assert.equal(verdictOf(found)?.trusted, false, host);
    assert.equal(found.fetches[0]?.failure?.reason, reason, host);
  });
});

labTest('staples are judged by signature, responder, subject and date', async () => {
  const truth: Record<string, [status: string, problem: RegExp | null]> = {
    stapled: ['good', null],
    'staple-delegated': ['good', null],
    revoked: ['revoked', null],
    'staple-unknown': ['unknown', null],
    'staple-delegated-unfit': ['good', /does not allow signing/],
    'staple-expired': ['good', /expired on/],
    'staple-wrong-signature': ['good', /signature/],
    'staple-other': ['unknown', /another certificate/],
    'staple-malformed': ['unknown', /is malformed/],
  };
  await eachOf(Object.entries(truth), async ([host, [status, problem]]) => {
    const { found } = await evidenceOf(`cert-${host}.lab`);
    const staple = found.chains[0]?.staple;
    assert.ok(staple?.known && staple.value !== null, host);
    assert.equal(staple.value.status, status, host);
    if (problem === null) assert.equal(staple.value.problem, null, host);
    else assert.match(said(staple.value.problem), problem, host);
  });
  const { found } = await evidenceOf('cert-must-staple.lab');
  assert.equal(found.certificates[0]?.mustStaple, true);
  assert.deepEqual(found.chains[0]?.staple, { known: true, value: null });
});

labTest('deep mode asks responders and lists', async () => {
  const truth: Record<string, string | undefined> = {
    'ocsp-good': 'good',
    'ocsp-revoked': 'revoked',
    'ocsp-unknown': 'unknown',
    'crl-revoked': 'revoked',
    'ocsp-dead': undefined,
  };
  await eachOf(Object.entries(truth), async ([host, status]) => {
    const { revocation } = (await evidenceOf(`cert-${host}.lab`, 'deep')).found;
    assert.ok(revocation.known, host);
    const answer = revocation.value[0]?.answers[0];
    assert.deepEqual([answer?.status, answer?.problem ?? null], [status, null], host);
  });
  const { revocation } = (await evidenceOf('cert-crl-expired.lab', 'deep')).found;
  assert.match(said((revocation.known && revocation.value[0]?.answers[0]?.problem) || null), /expired on/);
});

labTest('timestamps are verified by the logs’ keys', async () => {
  const truth: Record<string, string[]> = {
    timestamps: ['Alpha valid', 'Beta valid'],
    'timestamps-spoilt': ['Alpha valid', 'Beta invalid'],
    'timestamps-unlisted': ['? not-verified', '? not-verified'],
  };
  await eachOf(Object.entries(truth), async ([host, facts]) => {
    const { found } = await evidenceOf(`cert-${host}.lab`);
    const seen = found.chains[0]?.scts.map(({ log, signature }) => `${log?.operator ?? '?'} ${signature}`);
    assert.deepEqual(seen, facts, host);
  });
});

labTest('what an address shows without a name is among the certificates, and in no chain', async () => {
  const { found } = await evidenceOf('cert-no-sni.lab');
  const others = found.certificates.filter(
    ({ sha256 }) => !found.chains.some(({ served, verdict }) => [...served, ...verdict.path].includes(sha256)),
  );
  assert.ok(others.some(({ subjectAltNames }) => subjectAltNames.length > 0));
});

labTest('weak keys are recognised', async () => {
  await eachOf(['roca', 'close-primes', 'small-factor'], async (kind) => {
    const { found } = await evidenceOf(`cert-rsa-${kind}.lab`);
    assert.equal(found.certificates[0]?.key.weakness?.kind, kind);
  });
  assert.equal((await evidenceOf('cert-rsa-e3.lab')).found.certificates[0]?.key.weakness, null);
});

labTest('CAA is found where a CA would find it, and TLSA is held against what is served', async () => {
  const { caa, tlsa } = (await evidenceOf('good.lab')).found;
  assert.ok(caa.known && tlsa.known);
  assert.deepEqual(
    caa.value.map(({ host, foundAt, authenticated }) => [host, foundAt, authenticated]),
    [
      ['good.lab', 'good.lab', true],
      ['www.good.lab', 'good.lab', true],
    ],
  );
  const [records] = tlsa.value;
  assert.equal(records?.name, '_443._tcp.good.lab');
  assert.ok(records?.records.some(({ matches }) => matches.includes('203.0.113.101')));
});

labTest('validity is judged by the audit’s clock', async () => {
  const later = verdictOf((await evidenceOf('good.lab', 'standard', Date.now() + 400 * dayMs)).found);
  assert.deepEqual([...new Set(later?.problems.map(({ code }) => code))], ['expired']);
});
