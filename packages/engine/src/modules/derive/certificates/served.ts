import type { CertificateField } from '@perimeter/protocols/x509/field-reader';
import { certificateOptions, type CertificateTarget } from '../../../catalogue/certificate-commands.ts';
import { notApplicable } from '../../../catalogue/outcome.ts';
import type { CertificateFacts, CertificatesEvidence, ServedChain } from '../../../evidence/certificates/schema.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { speaking, surveyTls } from '../tls/endpoints.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import type { EndpointPlace, Survey } from '../../../catalogue/endpoints.ts';
import { isWithoutCertificate } from '../../../evidence/tls/inventory.ts';
import { unseenCertificate } from '../../../evidence/tls/browser-groups.ts';

/** Evidence that checks of served certificates read. */
export type AuditedCertificates = Pick<EvidenceByKind, 'certificates' | 'tls' | 'target'>;

/** One chain as an endpoint served it, with all related evidence. */
export interface Served extends EndpointPlace, CertificateTarget {
  chain: ServedChain;
  leaf: CertificateFacts;
  /** The endpoint serves other certificates too. */
  hasRivals: boolean;
  /**
   * Part of a finding's fingerprint besides host and port: the key type, which stays the same after renewals, with a
   * number from the second chain of a type on.
   */
  subject: string;
  /** In the order served, leaf first. */
  served: readonly CertificateFacts[];
  /** Leaf first: the verifier's path, or where it found none, the path through served certificates. */
  path: readonly CertificateFacts[];
  /** The inventory of the address that served it. */
  endpoint: TlsEndpoint | null;
  certificates: CertificatesEvidence;
  /** When the audit began, epoch seconds. */
  atSeconds: number;
  isDeep: boolean;
}

/** No legitimate chain is longer. */
const maxPathLength = 12;

/** Follows issuer names through the served certificates, no further than where the verifier found no issuer. */
function walk(
  leaf: CertificateFacts,
  served: readonly CertificateFacts[],
  { verdict }: ServedChain,
): readonly CertificateFacts[] {
  const ends = new Set(
    verdict.problems.flatMap(({ code, certificate }) => (code === 'unknown-issuer' ? certificate : [])),
  );
  const path = [leaf];
  for (
    let last = leaf;
    path.length < maxPathLength && !last.selfIssued && last.issuer !== '' && !ends.has(last.sha256);
  ) {
    const issuer = served.find((one) => one.subject === last.issuer && !path.includes(one));
    if (issuer === undefined) break;
    path.push(issuer);
    last = issuer;
  }
  return path;
}

/** The key type of a chain, numbered among chains of its type at the endpoint, the one for browsers first. */
function subjectIn(rivals: readonly ServedChain[], chain: ServedChain): string {
  const { keyType } = chain;
  const ofType = rivals.filter((one) => one.keyType === keyType);
  const at = [
    ...ofType.filter(({ forBrowsers }) => forBrowsers !== false),
    ...ofType.filter(({ forBrowsers }) => forBrowsers === false),
  ].indexOf(chain);
  return at > 0 ? `${keyType} ${at + 1}` : keyType;
}

function readChain(chain: ServedChain, { certificates, tls, target }: AuditedCertificates): Served | null {
  const bySha256 = new Map(certificates.certificates.map((facts) => [facts.sha256, facts]));
  const resolve = (digests: readonly string[]) => digests.flatMap((digest) => bySha256.get(digest) ?? []);
  const served = resolve(chain.served);
  const [leaf] = served;
  if (leaf === undefined || leaf.sha256 !== chain.served[0]) return null;
  const path = resolve(chain.verdict.path);
  const endpoint = tls.endpoints.find((one) => isSamePlace(one, chain)) ?? null;
  const rivals = certificates.chains.filter((one) => isSamePlace(one, chain));
  const hasRivals = rivals.length > 1;
  return {
    address: chain.address,
    port: chain.port,
    serverName: chain.serverName,
    ...(endpoint === null ? {} : { versions: endpoint.versions }),
    depth: endpoint?.depth ?? 'full',
    chain,
    leaf,
    served,
    path: path.length > 0 ? path : walk(leaf, served, chain),
    endpoint,
    hasRivals,
    subject: subjectIn(rivals, chain),
    options: certificateOptions(leaf, chain, hasRivals),
    certificates,
    atSeconds: Math.floor(target.startedAtMs / 1_000),
    isDeep: target.scanMode === 'deep',
  };
}

/** Every chain that was served, in the order of the evidence. */
export const servedChains = (evidence: AuditedCertificates): readonly Served[] =>
  evidence.certificates.chains.flatMap((chain) => readChain(chain, evidence) ?? []);

/** Every chain, and the TLS endpoints whose certificate was not seen. */
export function surveyCertificates(evidence: AuditedCertificates): Survey<Served> {
  const { silence, leftOut } = surveyTls(evidence.tls);
  const endpoints = servedChains(evidence);
  const bare = speaking(evidence.tls).filter((endpoint) => !endpoints.some((served) => isSamePlace(served, endpoint)));
  if (endpoints.length === 0 && bare.length > 0 && bare.every(isWithoutCertificate)) {
    const reason = bare.some(({ rawPublicKeys }) => rawPublicKeys)
      ? 'The server uses raw public keys (RFC 7250) instead of certificates'
      : 'Only cipher suites without certificates are accepted (anonymous or pre-shared key)';
    return { silence: silence ?? notApplicable(reason), endpoints, leftOut };
  }
  const unseen = bare.map((place) => ({ place, ...unseenCertificate(place) }));
  return { silence, endpoints, leftOut: [...leftOut, ...unseen] };
}

/** The part of a finding's fingerprint besides host and port. */
export const subjectOf = ({ subject }: Pick<Served, 'subject'>): string => subject;

/** True where browsers receive another certificate of the endpoint because of their offers. */
export const isAlternate = ({ chain }: Pick<Served, 'chain'>): boolean => chain.forBrowsers === false;

/** True where these fields of a certificate could be read, whatever is wrong with others. */
export const isReadable = ({ malformed, unreadable }: CertificateFacts, fields: readonly CertificateField[]): boolean =>
  malformed === null ||
  (unreadable !== undefined && fields.length > 0 && fields.every((field) => !unreadable.includes(field)));

/** True where the leaf has a subjectAltName that cannot be read, so that its names are unknown. */
export const hidesNames = ({ leaf, chain }: Served): boolean =>
  chain.verdict.problems.some(
    ({ certificate, reason, values }) =>
      reason === 'extension-unreadable' && certificate === leaf.sha256 && values?.[0] === 'subjectAltName',
  );

/** True where the handshake had no room for a chain: SSL 2.0's SERVER-HELLO carries one certificate. */
export const isAlone = ({ chain }: Served): boolean => chain.viaVersion === 'SSLv2';

/** True where the path ends in a public root, so that rules of browsers and of the CA/Browser Forum apply. */
export const isPublic = ({ chain }: Served): boolean => chain.verdict.anchor === 'public';

/** True where the leaf is self-signed and not trusted otherwise. */
export const isSelfSigned = ({ leaf, chain: { verdict } }: Served): boolean =>
  verdict.problems.some(({ code }) => code === 'self-signed') || (leaf.selfSigned && verdict.anchor === null);

/** The certificates whose signatures count: not the trust anchor, which is trusted whoever signed it. */
export const vouchedFor = ({ path, chain }: Served): readonly CertificateFacts[] =>
  chain.verdict.anchor === null || path.length === 1 ? path : path.slice(0, -1);
