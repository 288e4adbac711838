import { statusSentence } from '../../evidence/certificates/sentences.ts';
import { type StatusProblem, statusProblem } from './status-question.ts';
import { judgeCrl } from './crl-status.ts';
import type { Verify } from '../context/verify.ts';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { type CertificateList, decodeCrl, holdsTwice } from '@perimeter/protocols/x509/status/crl';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import type { GeneralName } from '@perimeter/protocols/x509/general-name';

/** A CRL problem of a certificate on the path: it is revoked, or none of its issuer's CRLs is valid. */
export interface RevocationProblem {
  code: 'revoked' | 'revocation-unknown';
  certificate: ParsedCertificate | null;
  detail: string;
}

interface ReadList {
  der: Uint8Array;
  list: CertificateList;
  /** Why strict verifiers reject the CRL, whatever its content; null: they accept it. */
  breach: StatusProblem | null;
}

/** Inputs for judging CRLs. */
export interface RevocationContext {
  atSeconds: number;
  verify: Verify;
}

function read(der: Uint8Array): ReadList | string {
  try {
    const list = decodeCrl(der);
    const [violation] = list.breaches;
    const malformed = violation === undefined ? null : statusProblem('list-malformed', violation);
    const breach = holdsTwice(list) ? statusProblem('serial-number-twice') : malformed;
    return { der, list, breach };
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}

const isSamePoint = (a: GeneralName, b: GeneralName): boolean =>
  (a.type === 'uri' && b.type === 'uri' && a.text === b.text) ||
  (a.type === 'directory' && b.type === 'directory' && sameName(a.name, b.name));

/** The certificate's distribution point that matches a CRL; null: none. */
function pointOf({ list: { scope } }: ReadList, { crlDistributionPoints }: ParsedCertificate): string | null {
  const named = scope?.names ?? [];
  const point = (crlDistributionPoints ?? []).find((own) => named.some((name) => isSamePoint(own, name)));
  if (named.length > 0 && point === undefined) return null;
  return point?.type === 'uri' ? point.text : 'the file';
}

/** CRL problems of one certificate; empty without CRLs of its issuer. */
function problemOf(
  leaf: ParsedCertificate,
  above: readonly ParsedCertificate[],
  lists: readonly ReadList[],
  context: RevocationContext,
): RevocationProblem[] {
  const own = lists.filter(({ list }) => sameName(list.issuer, leaf.issuer));
  // A CA that changed its key has a certificate for each key on the path, and signs CRLs with one of them.
  const issuers = above.filter(({ subject }) => sameName(subject, leaf.issuer));
  const judged = own.flatMap((one) =>
    issuers.map((issuer) => {
      const from = pointOf(one, leaf);
      const status = judgeCrl(one.der, { ...context, leaf, issuer, from: from ?? '' });
      const stray = from === null ? statusProblem('other-distribution-point') : null;
      return { ...status, problem: status.problem ?? stray ?? one.breach };
    }),
  );
  const revoked = judged.find(({ problem, status }) => problem === null && status === 'revoked');
  if (revoked !== undefined)
    return [
      { code: 'revoked', certificate: leaf, detail: `Its issuer revoked it (${revoked.reason ?? 'without a reason'})` },
    ];
  const [first] = judged;
  if (first === undefined || first.problem === null || judged.some(({ problem }) => problem === null)) return [];
  const detail = `No list of its issuer counts: ${statusSentence(first.problem)}`;
  return [{ code: 'revocation-unknown', certificate: leaf, detail }];
}

/** Checks all certificates of a path against DER CRLs, leaf first and root last (RFC 5280 section 6.3). */
export function revocationProblems(
  path: readonly ParsedCertificate[],
  lists: readonly Uint8Array[],
  context: RevocationContext,
): RevocationProblem[] {
  const found = lists.map(read);
  const readable = found.filter((one) => typeof one !== 'string');
  const unreadable = found.filter((one) => typeof one === 'string');
  return [
    ...unreadable.map((why): RevocationProblem => ({
      code: 'revocation-unknown',
      certificate: null,
      detail: `A revocation list cannot be read: ${why}`,
    })),
    ...path.slice(0, -1).flatMap((leaf, index) => problemOf(leaf, path.slice(index + 1), readable, context)),
  ];
}
