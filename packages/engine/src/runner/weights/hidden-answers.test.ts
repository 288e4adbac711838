import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { netFailed } from '../../evidence/observed.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';
import { storedOutcomes } from '../report/stored-outcomes.ts';

const read = (site: string): AuditEvidence => readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));

function reportOf(evidence: AuditEvidence): Report {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  return judged.report;
}

type Hide = (evidence: AuditEvidence, failure: ReturnType<typeof netFailed>) => AuditEvidence;

const dmarc: Hide = ({ mailAuth, ...rest }, failure) => {
  assert.ok(mailAuth !== undefined);
  const walk = mailAuth.dmarc.walk.map((one) => ({
    ...one,
    answer: { ...one.answer, status: 'failed' as const, texts: [], failure },
  }));
  return { ...rest, mailAuth: { ...mailAuth, dmarc: { ...mailAuth.dmarc, walk } } };
};

const caa: Hide = ({ certificates, ...rest }, failure) => {
  assert.ok(certificates !== undefined);
  return { ...rest, certificates: { ...certificates, caa: { known: false, failure } } };
};

const stsPolicy: Hide = ({ mailTransport, ...rest }, failure) => {
  assert.ok(mailTransport !== undefined);
  const fetch = { known: false as const, failure };
  return { ...rest, mailTransport: { ...mailTransport, mtaSts: { ...mailTransport.mtaSts, fetch } } };
};

/** A question about addresses that the name servers of the site do not answer. */
const lookupOf =
  (host: string, type: 'A' | 'AAAA'): Hide =>
  ({ dns, ...rest }, failure) => {
    assert.ok(dns !== undefined);
    const answers = dns.answers.map((one) =>
      one.name === host && one.type === type ? { ...one, status: 'failed' as const, records: [], failure } : one,
    );
    assert.notDeepEqual(answers, dns.answers);
    return { ...rest, dns: { ...dns, answers } };
  };

/** Every address of the www host is silent. */
const silentWww: Hide = ({ tls, ...rest }, failure) => {
  assert.ok(tls !== undefined);
  const [first] = tls.endpoints;
  assert.ok(first !== undefined);
  const www = {
    ...first,
    serverName: `www.${rest.target.domain}`,
    address: '192.0.2.99',
    unreachable: failure,
    speaksTls: false,
    versions: [],
    chains: [],
  };
  return { ...rest, tls: { endpoints: [...tls.endpoints, www] } };
};

const byHost = netFailed('timeout', 'nothing-answered');
const byUs = netFailed('budget', 'questions-used-up', 10);

/** Hidden, and with nothing of medium severity or higher behind it: the grade stays. */
const harmless: ReadonlySet<Hide> = new Set([caa]);

const rows: readonly (readonly [
  string,
  Hide,
  typeof byHost,
  whole: number,
  hidden: number,
  Report['score']['gradeStatus'],
])[] = [
  ['good.lab', dmarc, byHost, 99, 95, 'provisional'],
  ['good.lab', caa, byHost, 99, 98, 'provisional'],
  ['good.lab', stsPolicy, byHost, 99, 99, 'provisional'],
  // What nobody saw costs no more than its absence, and leaves no A+.
  ['good.lab', lookupOf('good.lab', 'A'), byHost, 99, 99, 'provisional'],
  ['good.lab', lookupOf('good.lab', 'AAAA'), byHost, 99, 99, 'provisional'],
  ['good.lab', lookupOf('www.good.lab', 'AAAA'), byHost, 99, 99, 'provisional'],
  ['good.lab', silentWww, byHost, 99, 99, 'provisional'],
  ['good.lab', dmarc, byUs, 99, 99, 'final'],
  ['good.lab', caa, byUs, 99, 99, 'final'],
  // A missing record weighs the same, seen or hidden.
  ['duplicates.lab', dmarc, byHost, 91, 91, 'provisional'],
  ['pq.lab', dmarc, byHost, 82, 82, 'provisional'],
];

for (const [site, hide, failure, whole, hidden, status] of rows)
  test(`${site}: ${hide.name || 'a lookup of addresses'} hidden by ${failure === byUs ? 'our own limits' : 'the host'} leaves ${hidden} of ${whole}`, () => {
    const seen = reportOf(read(site));
    const report = reportOf(hide(read(site), failure));
    assert.deepEqual([seen.score.total, report.score.total, report.score.gradeStatus], [whole, hidden, status]);
    assert.ok(report.score.grade !== 'A+' || harmless.has(hide), report.score.grade);
    const caps = new Set(seen.score.caps.map(({ reason }) => reason));
    assert.ok(
      report.score.caps.every(({ reason }) => caps.has(reason)),
      'nothing that was not seen sets a cap',
    );
    const known = new Set(seen.findings.map(({ checkId }) => checkId));
    assert.deepEqual(
      report.findings.filter(({ checkId }) => !known.has(checkId)),
      [],
    );
    assert.notEqual(storedOutcomes(report), null);
  });
