/**
 * A source that a check rests on, as the field cites it: `RFC 8446`, `RFC 8446 section 4.4.2`, `CVE-2014-0160`, `BR` with an
 * anchor of the Baseline Requirements for TLS server certificates, or a URL for everything else.
 */
export type Reference =
  | `RFC ${number}`
  | `RFC ${number} section ${string}`
  | `CVE-${string}`
  | `BR #${string}`
  | `https://${string}`;

const baselineRequirements = 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/';

/** The page of a reference. */
export function urlOfReference(reference: Reference): string {
  const [kind = '', first = '', , section] = reference.split(' ');
  if (kind === 'RFC')
    return `https://www.rfc-editor.org/rfc/rfc${first}${section === undefined ? '' : `#section-${section}`}`;
  if (kind === 'BR') return `${baselineRequirements}${first}`;
  return kind.startsWith('CVE-') ? `https://nvd.nist.gov/vuln/detail/${kind}` : reference;
}
