import type { Message } from '@perimeter/protocols/dns/message';
import { canonicalName } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';

const soa = typeCode('SOA');

/** True where an SOA reply shows that the server serves the zone: NOERROR, AA, and the zone's SOA. */
export const serves = (message: Message | null, zone: string): boolean =>
  message !== null &&
  message.responseCode === 0 &&
  message.flags.authoritative &&
  message.answers.some(({ name, type }) => type === soa && canonicalName(name) === zone);

/** True where a server offers recursion and answers without authority: with records, or a referral. */
export const offersRecursion = (message: Message | null): boolean =>
  message !== null && message.responseCode === 0 && message.flags.recursionAvailable && !message.flags.authoritative;

/** True where records came from a cache: with RA, without AA. */
export const isCached = (message: Message | null): boolean =>
  message !== null && offersRecursion(message) && message.answers.length > 0;
