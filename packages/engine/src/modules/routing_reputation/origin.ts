import { failWhere, notApplicable, unlessOpen, openBy, unansweredAt } from '../../catalogue/outcome.ts';
import type { OriginCandidate, RoutingEvidence } from '../../evidence/routing/schema.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { requiredHosts } from '../derive/subjects/routing.ts';
import { listed } from '../../evidence/words/text.ts';

type Origin = NonNullable<RoutingEvidence['origin']>;

/** Fingerprint bits that may differ between two fetches of the same page. */
const mostBits = 6;

function isSamePage(origin: Origin, answer: Extract<OriginCandidate['answer'], { known: true }>['value']): boolean {
  if (answer.status !== origin.status || answer.title === null || answer.title !== origin.title) return false;
  if (answer.simhash === null || origin.simhash === null) return false;
  if (!/^[0-9a-f]+$/i.test(answer.simhash) || !/^[0-9a-f]+$/i.test(origin.simhash)) return false;
  const bits = BigInt(`0x${answer.simhash}`) ^ BigInt(`0x${origin.simhash}`);
  return bits.toString(2).replaceAll('0', '').length <= mostBits;
}

const plainHost = /^[A-Za-z0-9.-]+$/;

function commandFor(origin: Origin, { address }: OriginCandidate): string | null {
  const { protocol, hostname, port, pathname } = new URL(origin.url);
  const at = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (!plainHost.test(hostname) || !/^[A-Za-z0-9._/-]*$/.test(pathname)) return null;
  const shown = address.includes(':') ? `[${address}]` : address;
  return `Reproduce: curl -sk --resolve ${hostname}:${at}:${shown} ${protocol}//${hostname}${pathname}`;
}

export const cdnOriginExposed = checkOf(requiredHosts, {
  id: 'cdn-origin-exposed',
  title: 'The site is reached through its CDN alone',
  finding: 'Origin server behind the CDN is exposed',
  weakness: { cvss: 'limitedAvailability', cwe: [441] },
  mode: 'deep',
  judge: ({ origin }) => {
    if (origin === undefined) return openBy('origin-unasked');
    if (origin === null) return notApplicable('No CDN shows itself in front of the site');
    if (origin.candidates.length === 0)
      return notApplicable(`No record of the domain holds an address beside those of ${origin.edge}`);
    const [open] = origin.candidates.flatMap(({ address, answer }) =>
      answer.known || answer.failure.reason === 'refused' ? [] : [unansweredAt(address, answer.failure)],
    );
    const otherwise = unlessOpen(open, 'No other address of the domain serves the site');
    return failWhere(origin.candidates, otherwise, (one) => {
      const { address, names, answer } = one;
      if (!answer.known || answer.value.edge !== null || !isSamePage(origin, answer.value)) return null;
      return {
        subject: address,
        location: { host: names[0] ?? new URL(origin.url).hostname, address },
        confidence: answer.value.trusted ? 'confirmed' : 'firm',
        description: `${address}, the address of ${listed(names)}, serves the same page as ${origin.url} does through ${origin.edge}: who attacks that address passes the CDN with its firewall and its protection against floods. Expected: the origin accepts connections of the CDN alone.`,
        evidence: [
          `${origin.url} through ${origin.edge}: ${origin.status}, title "${origin.title ?? ''}"`,
          `${origin.url} at ${address}: ${answer.value.status}, title "${answer.value.title ?? ''}"`,
          commandFor(origin, one),
        ],
      };
    });
  },
});
