import type { ParsedCertificate } from '../x509/certificate.ts';
import { fillSentence } from '../protocol-error.ts';
import { pathReasons } from './reasons.data.ts';
import { beginning } from '../x509/visible.ts';

/** Problems of a path and their weights: of several broken paths the one with the lowest weight explains best. */
const weights = {
  'strict-profile': 1,
  'name-mismatch': 4,
  profile: 5,
  'key-usage': 8,
  expired: 10,
  'not-yet-valid': 10,
  distrusted: 12,
  'weak-signature': 12,
  'weak-key': 12,
  'path-length': 20,
  'extended-key-usage': 20,
  'name-constraints': 20,
  'critical-extension': 20,
  'unknown-algorithm': 30,
  malformed: 40,
  'not-a-ca': 50,
  'bad-signature': 300,
  'self-signed': 1000,
  'unknown-issuer': 1000,
} as const;

/** The closed list of problem codes that checks use. */
export type PathProblemCode = keyof typeof weights;

/** The exact reason, finer than the code; also a closed list. */
export type PathProblemReason = keyof typeof pathReasons;

/** One reason against a path. */
export interface PathProblem {
  code: PathProblemCode;
  reason: PathProblemReason;
  /** Null where it concerns the whole path. */
  certificate: ParsedCertificate | null;
  /** The compared values, in the order of the sentence. */
  values: readonly string[];
}

/** Makes a problem of one certificate. */
export const problemOf = (
  reason: PathProblemReason,
  certificate: ParsedCertificate | null,
  ...values: readonly (string | number | bigint)[]
): PathProblem => ({ code: pathReasons[reason][0], reason, certificate, values: values.map(String) });

const isReason = (name: string): name is PathProblemReason => name in pathReasons;

/** All of them. */
export const pathProblemReasons: readonly PathProblemReason[] = Object.keys(pathReasons).filter(isReason);

/** One sentence with the values that were compared. */
export const sentenceOf = ({ reason, values }: { reason: PathProblemReason; values: readonly string[] }): string =>
  fillSentence(pathReasons[reason][1], values);

/** The sum of the weights of these problems. */
export const weightOf = (problems: readonly PathProblem[]): number =>
  problems.reduce((sum, { code }) => sum + weights[code], 0);

/** The name of a certificate in sentences: its subject, shortened, because it may be hostile and long. */
export function nameOf({ subject, serialNumber }: ParsedCertificate): string {
  const text =
    subject.text === '' ? `the certificate with serial number of ${serialNumber.length} octets` : subject.text;
  return text.length > 100 ? `${beginning(text, 100)}…` : text;
}
