import { judgeCrl } from '@perimeter/engine/probes/certificates/crl-status';
import type { Verify } from '@perimeter/engine/probes/certificates/verify';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { type CertificateList, decodeCrl, holdsTwice } from '@perimeter/protocols/x509/crl';
import { sameName } from '@perimeter/protocols/x509/distinguished-name';

/** What lists say against a certificate of the path: it is on one, or none of its issuer's is worth anything. */
export interface RevocationProblem {
  code: 'revoked' | 'revocation-unknown';
  certificate: ParsedCertificate | null;
  detail: string;
}

interface ReadList {
  der: Uint8Array;
  list: CertificateList;
  /** Why verifiers by the letter refuse it, whatever it says; null: they do not. */
  breach: string | null;
}

/** What lists are judged with. */
export interface RevocationBench {
  atSeconds: number;
  verify: Verify;
}

function read(der: Uint8Array): ReadList | string {
  try {
    const list = decodeCrl(der);
    const breach = holdsTwice(list) ? 'It holds a serial number twice' : (list.breaches[0] ?? null);
    return { der, list, breach };
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}

/** The distribution point under which a certificate would have fetched a list. */
function pointOf({ list: { scope } }: ReadList, { crlDistributionPoints }: ParsedCertificate): string {
  const uris = (crlDistributionPoints ?? []).flatMap((name) => (name.type === 'uri' ? [name.text] : []));
  const named = (scope?.names ?? []).flatMap((name) => (name.type === 'uri' ? [name.text] : []));
  return uris.find((uri) => named.includes(uri)) ?? 'the file';
}

/** What the lists of its issuer say against one certificate; nothing where there are none. */
function problemOf(
  leaf: ParsedCertificate,
  issuer: ParsedCertificate,
  lists: readonly ReadList[],
  bench: RevocationBench,
): RevocationProblem[] {
  const own = lists.filter(({ list }) => sameName(list.issuer, leaf.issuer));
  const judged = own.map((one) => {
    const status = judgeCrl(one.der, { ...bench, leaf, issuer, from: pointOf(one, leaf) });
    return { ...status, problem: status.problem ?? one.breach };
  });
  const revoked = judged.find(({ problem, status }) => problem === null && status === 'revoked');
  if (revoked !== undefined)
    return [
      { code: 'revoked', certificate: leaf, detail: `Its issuer revoked it (${revoked.reason ?? 'without a reason'})` },
    ];
  const [first] = judged;
  return first === undefined || judged.some(({ problem }) => problem === null)
    ? []
    : [{ code: 'revocation-unknown', certificate: leaf, detail: `No list of its issuer counts: ${first.problem}` }];
}

/** Asks revocation lists, in DER, about all certificates of a path, leaf first and root last (RFC 5280 section 6.3). */
export function revocationProblems(
  path: readonly ParsedCertificate[],
  lists: readonly Uint8Array[],
  bench: RevocationBench,
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
    ...path.slice(0, -1).flatMap((leaf, index) => {
      const issuer = path[index + 1];
      return issuer === undefined ? [] : problemOf(leaf, issuer, readable, bench);
    }),
  ];
}
