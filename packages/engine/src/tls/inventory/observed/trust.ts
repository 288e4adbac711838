import { X509Certificate } from 'node:crypto';
import { platformRoots } from '../../../net/platform-roots.ts';

/** A verifier's word on a chain and a name; the error is OpenSSL's code or Node's text. */
export interface TrustVerdict {
  authorized: boolean;
  error: string | null;
}

const expired = 'CERT_HAS_EXPIRED';
const notYetValid = 'CERT_NOT_YET_VALID';

/** Error codes about the validity period only. */
const isAboutTime = (error: string | null): boolean => error === expired || error === notYetValid;

function timeError(chain: readonly X509Certificate[], nowMs: number): string | null {
  if (chain.some(({ validToDate }) => validToDate.getTime() < nowMs)) return expired;
  return chain.some(({ validFromDate }) => validFromDate.getTime() > nowMs) ? notYetValid : null;
}

const signs = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  subject.checkIssued(issuer) && subject.verify(issuer.publicKey);

/** True when each certificate is signed by the next, and the last is a trusted root or signed by one. */
function leadsToRoot(chain: readonly X509Certificate[]): boolean {
  const last = chain.at(-1);
  const isLinked = chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined || signs(issuer, certificate);
  });
  if (last === undefined || !isLinked) return false;
  return platformRoots().some((root) => root.fingerprint256 === last.fingerprint256 || signs(root, last));
}

/**
 * The verdict at another time than the machine's: the platform only verifies by its own clock. For an expired chain the
 * platform reports nothing else, so the rest is verified here.
 */
export function trustAt(
  verdict: TrustVerdict,
  der: readonly Uint8Array[],
  serverName: string,
  nowMs: number,
): TrustVerdict {
  if (!verdict.authorized && !isAboutTime(verdict.error)) return verdict;
  try {
    const chain = der.map((bytes) => new X509Certificate(bytes));
    const error = timeError(chain, nowMs);
    if (error !== null) return { authorized: false, error };
    if (verdict.authorized) return verdict;
    if (!leadsToRoot(chain)) return { authorized: false, error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
    const isNamed = chain[0]?.checkHost(serverName) !== undefined;
    return isNamed ? { authorized: true, error: null } : { authorized: false, error: 'ERR_TLS_CERT_ALTNAME_INVALID' };
  } catch {
    return verdict;
  }
}
