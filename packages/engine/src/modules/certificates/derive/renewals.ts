import type { CertificateFacts } from '../../../evidence/certificates.ts';
import { organisationOf } from './authorities.ts';
import type { Served } from './served.ts';
import { iso, lifetimeOf, namesText } from './words.ts';

const namesKey = ({ subjectAltNames }: CertificateFacts): string =>
  subjectAltNames
    .map(({ type, value }) => `${type}:${value.toLowerCase()}`)
    .toSorted()
    .join(' ');

const issuerKey = ({ issuer }: CertificateFacts): string => organisationOf(issuer) ?? issuer;

/**
 * What sets a certificate apart from the newest one for the same name and kind of key; null where it is as good. Machines
 * that renew each by itself differ by less than a third of a life, which is when renewal is due.
 */
export function difference(one: CertificateFacts, newest: CertificateFacts): string | null {
  if (one.sha256 === newest.sha256) return null;
  if (namesKey(one) !== namesKey(newest)) return `is for ${namesText(one)}, the newest for ${namesText(newest)}`;
  if (issuerKey(one) !== issuerKey(newest)) return `is of ${issuerKey(one)}, the newest of ${issuerKey(newest)}`;
  return newest.notBefore - one.notBefore > lifetimeOf(one) / 3
    ? `was issued on ${iso(one.notBefore)}, the newest on ${iso(newest.notBefore)}`
    : null;
}

/** True where another address serves a newer certificate in the place of this one: it was renewed, and not delivered. */
export function wasRenewed({ leaf, chain, serverName, port, certificates }: Served): boolean {
  const others = certificates.chains.filter(
    (other) => other.serverName === serverName && other.port === port && other.keyType === chain.keyType,
  );
  const leaves = new Set(others.map(({ served }) => served[0]));
  return certificates.certificates.some(
    (facts) =>
      leaves.has(facts.sha256) &&
      facts.notBefore > leaf.notBefore &&
      difference(leaf, facts)?.startsWith('was issued') === true,
  );
}
