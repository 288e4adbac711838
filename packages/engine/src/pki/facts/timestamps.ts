import { digestOf } from '../context/digest.ts';
import { toHex } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import {
  decodeTimestamp,
  decodeTimestampList,
  type LogEntry,
  type SignedTimestamp,
  timestampSignedData,
} from '@perimeter/protocols/x509/sct';
import { precertificateTbs } from '@perimeter/protocols/x509/sct-precertificate';
import type { SctFacts } from '../../evidence/certificates/schema.ts';
import type { KnownLog } from '../trust-lists/lists.ts';
import type { LogFinder } from '../trust-lists/log-list.ts';
import type { Verify } from '../context/verify.ts';

/** Sources of a leaf's timestamps; null: none from this source. */
export interface TimestampSources {
  embedded: Uint8Array | null;
  tls: Uint8Array | null;
  ocsp: Uint8Array | null;
}

/** Inputs for judging timestamps. */
export interface TimestampQuestion {
  leaf: ParsedCertificate;
  issuer: ParsedCertificate | null;
  findLog: LogFinder;
  verify: Verify;
  atSeconds: number;
}

/** sha256 with ecdsa or rsa (RFC 6962 section 2.1.4), by the TLS codes, as algorithm of a certificate signature. */
const schemes: ReadonlyMap<number, string> = new Map([
  [0x0403, '1.2.840.10045.4.3.2'],
  [0x0401, '1.2.840.113549.1.1.11'],
]);

/** The logged data of a certificate: for an embedded timestamp, the certificate without it. */
function entryOf(source: SctFacts['source'], { leaf, issuer }: TimestampQuestion): LogEntry | null {
  if (source !== 'embedded') return { kind: 'certificate', der: leaf.der };
  if (issuer === null) return null;
  const issuerKeyHash = digestOf('sha256', issuer.spki.der);
  return { kind: 'precertificate', issuerKeyHash, tbs: precertificateTbs(leaf.tbs) };
}

/** Tolerance in seconds for a slow clock of ours, so that a new timestamp is not invalid (RFC 6962 section 5.2 refuses the future). */
const maxEarlySeconds = 3_600;

type Judged = Pick<SctFacts, 'signature' | 'problem'>;

const problem = (
  signature: SctFacts['signature'],
  reason: NonNullable<SctFacts['problem']>['reason'],
  ...values: readonly string[]
): Judged => ({ signature, problem: { reason, values: [...values] } });

function judge(
  sct: SignedTimestamp,
  log: KnownLog | null,
  source: SctFacts['source'],
  question: TimestampQuestion,
): Judged {
  if (log === null) return problem('not-verified', 'log-unknown');
  const entry = entryOf(source, question);
  if (entry === null) return problem('not-verified', 'issuer-unknown');
  const oid = schemes.get(sct.hashAlgorithm * 0x100 + sct.signatureAlgorithm);
  if (oid === undefined) return problem('invalid', 'algorithm-unknown');
  const key = new Uint8Array(Buffer.from(log.key, 'base64'));
  const signed = timestampSignedData(sct, entry);
  const result = question.verify(key, { oid, parameters: null }, signed, sct.signature);
  if (result !== true) return problem('invalid', 'signature-invalid');
  const isEarly = sct.timestamp > (question.atSeconds + maxEarlySeconds) * 1_000;
  return isEarly ? problem('invalid', 'future') : { signature: 'valid', problem: null };
}

const unreadable = (source: SctFacts['source'], why: string): SctFacts => ({
  source,
  logId: '',
  timestamp: 0,
  log: null,
  ...problem('invalid', 'unreadable', why),
});

function factsOf(bytes: Uint8Array, source: SctFacts['source'], question: TimestampQuestion): SctFacts {
  try {
    const sct = decodeTimestamp(bytes);
    const logId = toHex(sct.logId);
    const log = question.findLog(logId);
    const shown =
      log === null ? null : { name: log.name, operator: log.operator, state: log.state, retiredAt: log.retiredAt };
    return { source, logId, timestamp: sct.timestamp, log: shown, ...judge(sct, log, source, question) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return unreadable(source, error.kept);
  }
}

function listed(bytes: Uint8Array | null, source: SctFacts['source'], question: TimestampQuestion): SctFacts[] {
  if (bytes === null) return [];
  try {
    return decodeTimestampList(bytes).map((item) => factsOf(item, source, question));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return [unreadable(source, error.kept)];
  }
}

/** Every timestamp of a leaf, with its log in the log list. */
export const timestampFacts = (sources: TimestampSources, question: TimestampQuestion): SctFacts[] => [
  ...listed(sources.embedded, 'embedded', question),
  ...listed(sources.tls, 'tls', question),
  ...listed(sources.ocsp, 'ocsp', question),
];
