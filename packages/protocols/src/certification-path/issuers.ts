import { sameBytes } from '../bytes.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import { sameName } from '../x509/distinguished-name.ts';
import type { PathQuestion } from './path-question.ts';

/** A certificate that may have issued another. */
export interface Candidate {
  certificate: ParsedCertificate;
  isRoot: boolean;
  signature: boolean | 'unsupported';
}

/** Looks for issuers among what was served, fetched and trusted. */
export interface IssuerFinder {
  /** Likely ones first; if one issuer's key verifies, those with other keys are omitted. */
  of: (issued: ParsedCertificate) => Candidate[];
  isRoot: (certificate: ParsedCertificate) => boolean;
  /** The certificate's own key verifies its signature, whatever issuer it names. */
  hasOwnSignature: (certificate: ParsedCertificate) => boolean;
  /** It names itself as its issuer, and its own key verifies its signature. */
  signsItself: (certificate: ParsedCertificate) => boolean;
  /** Same subject, same key. */
  sameEntity: (a: ParsedCertificate, b: ParsedCertificate) => boolean;
  /** Signatures were left unverified because of the limit. */
  gaveUp: () => boolean;
}

const latin1 = new TextDecoder('latin1');

/** A string that is unique for the bytes; faster than hexadecimal. */
const octetsKey = (bytes: Uint8Array): string => latin1.decode(bytes);

type KeyHint = 'same' | 'none' | 'other';

/** What the key identifiers say: a hint, because verifiers build paths without them (RFC 4158 section 3.5.12). */
function keyHint({ authorityKeyId }: ParsedCertificate, { subjectKeyId }: ParsedCertificate): KeyHint {
  const wanted = authorityKeyId?.keyIdentifier ?? null;
  if (wanted === null || subjectKeyId === null) return 'none';
  return sameBytes(wanted, subjectKeyId) ? 'same' : 'other';
}

const hintOrder: readonly KeyHint[] = ['same', 'none', 'other'];

/** Each certificate once. */
function distinct(certificates: readonly ParsedCertificate[]): ParsedCertificate[] {
  const byDer = new Map(certificates.map((certificate) => [octetsKey(certificate.der), certificate]));
  return [...byDer.values()];
}

const subjectKey = (keys: readonly string[]): string => keys.join('\n');

/** A caching verifier with a limit, beyond which nothing verifies. */
interface LimitedVerifier {
  verified: (issued: ParsedCertificate, issuer: ParsedCertificate) => Candidate['signature'] | 'given-up';
  gaveUp: () => boolean;
}

function createVerifier({ verify }: PathQuestion, max: number): LimitedVerifier {
  const known = new Map<ParsedCertificate, Map<string, Candidate['signature']>>();
  let left = max;
  const verified: LimitedVerifier['verified'] = (issued, issuer) => {
    const results = known.get(issued) ?? new Map<string, Candidate['signature']>();
    known.set(issued, results);
    const key = octetsKey(issuer.spki.der);
    const before = results.get(key);
    if (before !== undefined) return before;
    left -= 1;
    if (left < 0) return 'given-up';
    const result = verify(issuer.spki.der, issued.signatureAlgorithm, issued.tbs, issued.signature);
    results.set(key, result);
    return result;
  };
  return { verified, gaveUp: () => left < 0 };
}

/** Prepares the search for issuers of one question; no more than `maxVerifications` signatures are verified. */
export function createIssuerFinder(question: PathQuestion, maxVerifications: number): IssuerFinder {
  const roots = distinct(question.roots);
  const { verified, gaveUp } = createVerifier(question, maxVerifications);
  const sameEntity = (a: ParsedCertificate, b: ParsedCertificate): boolean =>
    sameBytes(a.spki.der, b.spki.der) && sameName(a.subject, b.subject);
  const rootDers = new Set(roots.map(({ der }) => octetsKey(der)));
  const served = distinct(question.intermediates).filter(({ der }) => !rootDers.has(octetsKey(der)));
  const all = [
    ...roots.map((certificate) => ({ certificate, isRoot: true })),
    ...served.map((certificate) => ({ certificate, isRoot: false })),
  ];
  const bySubject = Map.groupBy(all, ({ certificate }) => subjectKey(certificate.subject.keys));

  const candidates = (issued: ParsedCertificate): Candidate[] => {
    const named = (bySubject.get(subjectKey(issued.issuer.keys)) ?? []).map((one) => ({
      ...one,
      hint: keyHint(issued, one.certificate),
    }));
    const likely = named.toSorted((a, b) => hintOrder.indexOf(a.hint) - hintOrder.indexOf(b.hint));
    const tried = likely.flatMap(({ hint, ...one }) => {
      const signature = verified(issued, one.certificate);
      // Another key of the same name is another issuer, not a bad signature of this one.
      return signature === 'given-up' || (hint === 'other' && signature === false) ? [] : [{ ...one, signature }];
    });
    const good = tried.filter(({ signature }) => signature !== false);
    return good.length > 0 ? good : tried;
  };
  const hasOwnSignature = (certificate: ParsedCertificate): boolean => verified(certificate, certificate) === true;
  const signsItself = (certificate: ParsedCertificate): boolean =>
    sameName(certificate.subject, certificate.issuer) && hasOwnSignature(certificate);
  return {
    // A self-signed certificate has no other issuer; without this rule, another root of the same name would look
    // forged.
    of: (issued) => {
      const found = candidates(issued);
      return signsItself(issued) ? found.filter(({ signature }) => signature === true) : found;
    },
    isRoot: (certificate) => rootDers.has(octetsKey(certificate.der)),
    hasOwnSignature,
    signsItself,
    sameEntity,
    gaveUp,
  };
}
