import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { organisationOf } from './authorities.ts';
import type { Served } from './served.ts';
import { lifetimeOf, namesText } from './certificate-words.ts';
import { iso } from '../../../evidence/words/time.ts';

const namesKey = ({ subjectAltNames }: CertificateFacts): string =>
  subjectAltNames
    .map(({ type, value }) => `${type}:${value.toLowerCase()}`)
    .toSorted()
    .join(' ');

const issuerKey = ({ issuer }: CertificateFacts): string => organisationOf(issuer) ?? issuer;

/** What two certificates differ in, as the end of a sentence. */
interface Difference {
  in: 'names' | 'issuance';
  words: string;
}

/**
 * How a certificate is inferior to another one, usually the newest, for the same name and key type; null where it is
 * equal. Machines that renew independently differ by less than a third of the validity, which is when renewal is due.
 */
export function difference(one: CertificateFacts, other: CertificateFacts): Difference | null {
  if (one.sha256 === other.sha256) return null;
  if (namesKey(one) !== namesKey(other))
    return { in: 'names', words: `is for ${namesText(one)}, the one on another address for ${namesText(other)}` };
  const differs = (own: string, others: string): Difference => ({
    in: 'issuance',
    words: `was issued ${own}, the one on another address ${others}`,
  });
  if (issuerKey(one) !== issuerKey(other)) return differs(`by ${issuerKey(one)}`, `by ${issuerKey(other)}`);
  return Math.abs(other.notBefore - one.notBefore) > lifetimeOf(one) / 3
    ? differs(`on ${iso(one.notBefore)}`, `on ${iso(other.notBefore)}`)
    : null;
}

/** True where another address serves a newer certificate in place of this one: it was renewed, but not deployed here. */
export function wasRenewed({ leaf, chain, serverName, port, certificates }: Served): boolean {
  const others = certificates.chains.filter(
    (other) => other.serverName === serverName && other.port === port && other.keyType === chain.keyType,
  );
  const leaves = new Set(others.map(({ served }) => served[0]));
  return certificates.certificates.some(
    (facts) =>
      leaves.has(facts.sha256) && facts.notBefore > leaf.notBefore && difference(leaf, facts)?.in === 'issuance',
  );
}
