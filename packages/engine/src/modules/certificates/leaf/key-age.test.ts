import type { OutcomeKind } from '@perimeter/contract/report';
import { dayMs } from '@perimeter/protocols/durations';
import { rowTester } from '../../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import type { RememberedKey } from '../../../evidence/history/schema.ts';
import type { AuditedCertificates } from '../../derive/certificates/served.ts';
import { certKeyNotRotated } from './key-age.ts';
import { at, audited, auditedAt, goodLeaf, together } from '../testing/evidence.ts';

const nowMs = at(auditedAt) * 1_000;

/** The good certificate's key, first and last seen this many days ago. */
const key = (firstDays: number, lastDays: number, changes: Partial<RememberedKey> = {}): RememberedKey => ({
  host: 'example.test',
  port: 443,
  algorithm: goodLeaf.key.algorithm,
  spkiSha256: goodLeaf.key.spkiSha256,
  firstSeenMs: nowMs - firstDays * dayMs,
  lastSeenMs: nowMs - lastDays * dayMs,
  ...changes,
});
const another = { spkiSha256: '9'.repeat(64) };

type Row = readonly [
  fact: string,
  keys: readonly RememberedKey[],
  outcome: OutcomeKind,
  says: RegExp,
  evidence?: AuditedCertificates,
];

const good = audited();
const left = audited({
  endpoint: {
    address: '192.0.2.2',
    speaksTls: false,
    unreachable: { reason: 'budget', gap: 'words-kept', values: ['The budget was used up'] },
  },
  evidence: { chains: [] },
});

const rows: readonly Row[] = [
  ['the key of 400 days ago', [key(400, 30)], 'informational', /EC P-256 key .* at least 400 days/],
  ['the key of exactly 398 days ago', [key(398, 1)], 'not-applicable', /first seen 398 days ago/],
  ['the first remembered audit was 30 days ago', [key(30, 2)], 'not-applicable', /its real age is unknown/],
  ['nothing is remembered', [], 'not-applicable', /No stored audit/],
  ['another key was there until ten days ago', [key(400, 10, another)], 'pass', /differs from the one last seen/],
  ['the key was changed 100 days ago', [key(500, 120, another), key(100, 1)], 'pass', /differs from the one last seen/],
  [
    'two keys were used at the same time, by different addresses',
    [key(60, 1, another), key(30, 1)],
    'not-applicable',
    /first seen 30 days ago/,
  ],
  [
    'the old key came back after a change',
    [key(500, 200), key(200, 10, another)],
    'informational',
    /at least 500 days/,
  ],
  [
    'an RSA key before says nothing about the EC key',
    [key(500, 10, { ...another, algorithm: 'rsa' })],
    'not-applicable',
    /No stored audit/,
  ],
  ['another host had the key', [key(400, 10, { host: 'www.example.test' })], 'not-applicable', /No stored audit/],
  ['another port had the key', [key(400, 10, { port: 8443 })], 'not-applicable', /No stored audit/],
  [
    'the certificate cannot be read',
    [key(400, 10)],
    'not-applicable',
    /malformed/,
    audited({ leaf: { malformed: 'no certificate' } }),
  ],
  [
    'a server whose certificate was not seen',
    [key(400, 10)],
    'inconclusive',
    /completed no handshake that shows the certificate/,
    audited({ evidence: { chains: [], certificates: [] } }),
  ],
  [
    'a pass names the address that was left out',
    [key(400, 10, another)],
    'pass',
    /not judged: 192\.0\.2\.2:443/,
    together(good, left),
  ],
  [
    'without TLS the question does not arise',
    [],
    'not-applicable',
    /No TLS service/,
    audited({
      endpoint: {
        unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] },
        speaksTls: false,
      },
      evidence: { chains: [], certificates: [] },
    }),
  ],
];

const testRows = rowTester((evidence: SomeEvidence) => evidence, {
  informational: /Served now: [^]*\nReproduce: openssl/,
});

testRows(
  rows.map(([fact, keys, expected, says, evidence = good]) => {
    const history = { sinceMs: nowMs - 600 * dayMs, keys: [...keys], sessions: [] };
    return [certKeyNotRotated, fact, { ...evidence, history }, expected, says];
  }),
);
