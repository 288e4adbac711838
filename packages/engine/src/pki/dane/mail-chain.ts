import { sameBytes } from '@perimeter/protocols/bytes';
import { findPath } from '@perimeter/protocols/certification-path/path';
import { matchesHost } from '@perimeter/protocols/certification-path/names';
import { isUsableForMail, type TlsaRecord, tlsaUsages } from '@perimeter/protocols/dns/tlsa';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import type { Verify } from '../context/verify.ts';
import { holdsCertificate } from './tlsa-match.ts';

/** The served chain of a mail server, and the names that a sender accepts. */
export interface MailChain {
  leaf: ParsedCertificate;
  /** Served after the leaf. */
  others: readonly ParsedCertificate[];
  /** The base domain of the TLSA records, and the mail domain (RFC 7672 section 3.2.2). */
  names: readonly string[];
  /** Epoch seconds. */
  atSeconds: number;
  verify: Verify;
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/**
 * A certificate in the record itself, which need not be served (RFC 7671 section 5.2.2). If one with the same key is
 * served, clients build the path with that one, so it must be identical.
 */
function certificateIn({ selector, matchingType, data }: TlsaRecord, { others }: MailChain): ParsedCertificate[] {
  if (selector !== 0 || matchingType !== 0) return [];
  try {
    const anchor = parseCertificate(bytesOf(data));
    return others.some(({ spki }) => sameBytes(spki.der, anchor.spki.der)) ? [] : [anchor];
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}

/** The certificates of the chain that the key in a record signed; such a key need not be served either. */
function signedByKeyIn(
  { selector, matchingType, data }: TlsaRecord,
  { leaf, others, verify }: MailChain,
): ParsedCertificate[] {
  if (selector !== 1 || matchingType !== 0) return [];
  const key = bytesOf(data);
  return [leaf, ...others].filter(
    ({ signatureAlgorithm, tbs, signature }) => verify(key, signatureAlgorithm, tbs, signature) === true,
  );
}

/** Problems of a path that still leads to its anchor. */
const lesser: ReadonlySet<string> = new Set(['name-mismatch', 'expired', 'not-yet-valid']);

/**
 * How a record matches a chain. name, expired: the usage 2 anchor is on the path, but the certificates have other names
 * or dates.
 */
export type MailChainOutcome = 'match' | 'none' | 'name' | 'expired';

/** Best to worst. */
const order: readonly MailChainOutcome[] = ['match', 'name', 'expired', 'none'];

const best = (outcomes: readonly MailChainOutcome[]): MailChainOutcome =>
  order.find((outcome) => outcomes.includes(outcome)) ?? 'none';

/** Neither the public root list nor browser-specific rules apply here. */
function pathOutcome(anchor: ParsedCertificate, { leaf, others, names, atSeconds, verify }: MailChain) {
  const outcomes = names.map((host): MailChainOutcome => {
    const { path, problems } = findPath({ leaf, intermediates: others, roots: [anchor], host, atSeconds, verify });
    const codes = problems.map(({ code }) => code).filter((code) => code !== 'strict-profile');
    if (path.length === 0 || codes.some((code) => !lesser.has(code))) return 'none';
    return codes.length === 0 ? 'match' : codes.includes('name-mismatch') ? 'name' : 'expired';
  });
  return best(outcomes);
}

function directOutcome({ leaf, names, atSeconds }: MailChain): MailChainOutcome {
  if (!names.some((name) => matchesHost(leaf, name))) return 'name';
  const { notBefore, notAfter } = leaf.validity;
  return notBefore <= atSeconds && atSeconds <= notAfter ? 'match' : 'expired';
}

function anchorOutcome(record: TlsaRecord, chain: MailChain): MailChainOutcome {
  const { leaf, others } = chain;
  const signed = signedByKeyIn(record, chain);
  const anchors = [
    ...others.filter((one) => holdsCertificate(record, one)),
    ...certificateIn(record, chain),
    ...signed,
  ];
  return best([
    ...(signed.includes(leaf) ? [directOutcome(chain)] : []),
    ...anchors.filter(({ spki }) => !sameBytes(spki.der, leaf.spki.der)).map((anchor) => pathOutcome(anchor, chain)),
  ]);
}

/**
 * How a sender that follows DANE judges the chain by this record (RFC 7672 section 3.1): for usage 3 only the key or
 * certificate counts, not names or dates; for usage 2 the anchor must be served, or be in the record.
 */
export function judgeMailChain(record: TlsaRecord, chain: MailChain): MailChainOutcome {
  if (!isUsableForMail(record)) return 'none';
  if (record.usage === tlsaUsages.daneTa) return anchorOutcome(record, chain);
  return holdsCertificate(record, chain.leaf) ? 'match' : 'none';
}
