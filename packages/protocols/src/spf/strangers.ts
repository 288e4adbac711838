import { checkHost, type SpfVerdict } from './check-host.ts';
import type { SpfLookup } from './lookup.ts';

/**
 * Clients that no record can mean: three blocks of IPv4 that are for documentation (RFC 5737) and one of IPv6 (RFC 3849), whose
 * networks have nothing in common.
 */
const strangerAddresses = ['192.0.2.77', '198.51.100.147', '203.0.113.213', '2001:db8:a5::77'];

/** What receivers make of mail from a client that the domain does not know. */
export interface SpfStranger extends Pick<SpfVerdict, 'result' | 'matched'> {
  ip: string;
}

/**
 * Evaluates SPF for mail of strangers, as receivers do: what passes them all passes everybody, by whatever mechanism. The local
 * part is one that nobody has.
 */
export const judgeStrangers = async (domain: string, localPart: string, lookup: SpfLookup): Promise<SpfStranger[]> =>
  Promise.all(
    strangerAddresses.map(async (ip) => {
      const question = { ip, helo: `${localPart}.invalid`, mailFrom: `${localPart}@${domain}` };
      const { result, matched } = await checkHost(question, lookup);
      return { ip, result, matched };
    }),
  );
