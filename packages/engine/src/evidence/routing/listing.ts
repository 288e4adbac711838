import type { Listing, RoutingEvidence } from './schema.ts';

/** What an answer of a block list means; error: the list refuses the question, or what answers is no list. */
export type ListMeaning = 'listed' | 'not-listed' | 'error' | 'policy';

/** RFC 5782 section 2.1: listings are addresses in 127.0.0.0/8. */
const loopback = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/**
 * The meaning of one answer. Spamhaus: 127.255.255.x are errors (https://www.spamhaus.org/faqs/dnsbl-usage/), 127.0.1.255 of
 * the domain list is one, too; .10 and .11 are the policy list of address space that sends no mail itself. URIBL: 127.0.0.1 refuses.
 */
function meaningOfAnswer(answer: string, { about, isSpamhaus }: Pick<Listing, 'about' | 'isSpamhaus'>): ListMeaning {
  const [, second, third, last] = loopback.exec(answer) ?? [];
  if (last === undefined || second === '255') return 'error';
  if (second === '0' && third === '0' && last === '1') return 'error';
  if (about === 'domain' && third === '1' && last === '255') return 'error';
  return isSpamhaus && about === 'address' && (last === '10' || last === '11') ? 'policy' : 'listed';
}

/** Whether something answers that is no list: a parked domain, or a resolver that sends missing names to a page of its own. */
const isForeign = ({ answers }: Listing): boolean => answers.known && answers.value.some((one) => !loopback.test(one));

/** What a list says of a subject; null: it did not answer. */
export function meaningOf(listing: Listing): ListMeaning | null {
  if (!listing.answers.known) return null;
  const found = listing.answers.value.map((answer) => meaningOfAnswer(answer, listing));
  if (found.length === 0) return 'not-listed';
  return (['listed', 'error', 'policy'] as const).find((meaning) => found.includes(meaning)) ?? 'error';
}

/** Why nothing that a list answers counts (RFC 5782 section 5); null: it lists what it must, and not what it must not. */
export function listFault(
  { lists }: Pick<RoutingEvidence, 'lists'>,
  zone: string,
): 'silent' | 'refuses' | 'foreign' | 'lists-all' | null {
  const of = (role: Listing['role']) => lists.find((one) => one.list === zone && one.role === role);
  const [must, mustNot] = [of('listed-test'), of('unlisted-test')];
  if (must === undefined || mustNot === undefined) return 'silent';
  const [listed, unlisted] = [meaningOf(must), meaningOf(mustNot)];
  if (listed === null || unlisted === null) return 'silent';
  if ([must, mustNot].some(isForeign)) return 'foreign';
  if (listed === 'error' || unlisted === 'error') return 'refuses';
  if (unlisted === 'listed') return 'lists-all';
  return listed === 'not-listed' ? 'silent' : null;
}
