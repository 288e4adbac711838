import { statusSentence } from '../../evidence/certificates/sentences.ts';
import { type StatusProblem, statusProblem } from './status-question.ts';
import { judgeCrl } from './crl-status.ts';
import type { Verify } from '../context/verify.ts';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { type CertificateList, decodeCrl, holdsTwice } from '@perimeter/protocols/x509/status/crl';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';
import type { GeneralName } from '@perimeter/protocols/x509/general-name';

/** What lists say against a certificate of the path: it is on one, or none of its issuer's is worth anything. */
export interface RevocationProblem {
  code: 'revoked' | 'revocation-unknown';
  certificate: ParsedCertificate | null;
  detail: string;
}

interface ReadList {
  der: Uint8Array;
  list: CertificateList;
  /** Why strict verifiers reject it, whatever its content; null: they accept it. */
  breach: StatusProblem | null;
}

/** What lists are judged with. */
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

/** The distribution point under which a certificate would have fetched a list; null where it would not have. */
function pointOf({ list: { scope } }: ReadList, { crlDistributionPoints }: ParsedCertificate): string | null {
  const named = scope?.names ?? [];
  const point = (crlDistributionPoints ?? []).find((own) => named.some((name) => isSamePoint(own, name)));
  if (named.length > 0 && point === undefined) return null;
  return point?.type === 'uri' ? point.text : 'the file';
}

/** What the lists of its issuer say against one certificate; nothing where there are none. */
function problemOf(
  leaf: ParsedCertificate,
  above: readonly ParsedCertificate[],
  lists: readonly ReadList[],
  context: RevocationContext,
): RevocationProblem[] {
  const own = lists.filter(({ list }) => sameName(list.issuer, leaf.issuer));
  // An authority that changed its key stands in the path with each of them, and signs its lists with one.
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

/** Asks revocation lists, in DER, about all certificates of a path, leaf first and root last (RFC 5280 section 6.3). */
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
