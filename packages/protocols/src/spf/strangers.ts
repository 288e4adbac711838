import { domainToRegister } from '../domain/registration.ts';
import { checkHost, type SpfVerdict } from './check-host.ts';
import { parseClient, reverseName } from './client.ts';
import { type SpfLookup, type SpfRecordType, withoutRoot } from './lookup.ts';

/**
 * Clients that no record means, whose networks have nothing in common: root name servers (a, k, m and f), which send no mail. Lists of
 * addresses that nobody may use, such as those for documentation, do not hold them.
 */
const strangerAddresses = ['198.41.0.4', '193.0.14.129', '202.12.27.33', '2001:500:2f::f'];

/** What receivers make of mail from a client that the domain does not know. */
export interface SpfStranger extends Pick<SpfVerdict, 'result' | 'matched'> {
  ip: string;
}

/**
 * True for a name that is the sender's for the price of a domain: what a record puts behind his labels is a public suffix, as in
 * `exists:%{l}.com`. Both labels of the name that he greets with are his choice.
 */
const isRegistrable = (name: string, own: string): boolean =>
  name.split('.').includes(own) && [own, 'invalid'].includes(domainToRegister(name)?.split('.')[0] ?? '');

/**
 * The DNS as a sender has it who chose the name that he greets with, the local part and the name of his address: they have what a
 * record may ask of them. Terms whose name ends in such a macro, or in one before a public suffix, pass him (RFC 7208 section 7.2: h, l, p).
 */
function sendersOwn(ip: string, own: string, lookup: SpfLookup): SpfLookup {
  const reverse = reverseName(parseClient(ip));
  const isOwn = (name: string): boolean =>
    [own, `${own}.invalid`, `invalid.${own}`].includes(name) || isRegistrable(name, own);
  const hasAddress = (type: SpfRecordType): boolean => type === (ip.includes(':') ? 'AAAA' : 'A');
  return async (name, type) => {
    const wanted = withoutRoot(name).toLowerCase();
    if (wanted === reverse) return type === 'PTR' ? [`${own}.invalid`] : [];
    if (!isOwn(wanted)) return lookup(name, type);
    if (type === 'TXT') return ['v=spf1 +all'];
    if (type === 'MX') return [`${own}.invalid`];
    // exists: asks for A whatever the family of the client (RFC 7208 section 5.7).
    return type === 'A' && !hasAddress('A') ? ['127.0.0.2'] : hasAddress(type) ? [ip] : [];
  };
}

/**
 * Evaluates SPF for mail of strangers, as receivers do: what passes them all passes everybody, by whatever mechanism. The local
 * part, which is one that nobody has, the greeting and the name of the address are the sender's own choice.
 */
export const judgeStrangers = async (domain: string, localPart: string, lookup: SpfLookup): Promise<SpfStranger[]> =>
  Promise.all(
    strangerAddresses.map(async (ip) => {
      const own = localPart.toLowerCase();
      const question = { ip, helo: `${own}.invalid`, mailFrom: `${own}@${domain}` };
      const { result, matched } = await checkHost(question, sendersOwn(ip, own, lookup));
      return { ip, result, matched };
    }),
  );
