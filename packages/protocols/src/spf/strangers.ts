import { isListedSuffix, registeredDomainOf } from '../domain/name.ts';
import { domainToRegister, isPublicName } from '../domain/registration.ts';
import { checkHost, type SpfVerdict } from './check-host.ts';
import { parseClient, reverseName, type SpfClient } from './client.ts';
import { withoutRoot, type SpfLookup } from './lookup.ts';
import type { MatchedTerm } from './evaluation.ts';

/**
 * Clients that no record intends to match, whose networks have nothing in common: root name servers (b, k and m), which send no mail. Lists of
 * addresses that nobody may use, such as those for documentation, do not hold them.
 */
const strangerAddresses = [
  '170.247.170.2',
  '193.0.14.129',
  '202.12.27.33',
  '2801:1b8:10::b',
  '2001:7fd::1',
  '2001:dc3::35',
];

/** Local parts that domains have (RFC 2142 among them), and hosts: names that may exist where a record inserts text of the sender. */
const usualWords = ['www', 'mail', 'info', 'postmaster'];

/** The result of receivers for mail from a client that the domain does not know. */
export interface SpfStranger extends Pick<SpfVerdict, 'result' | 'matched'> {
  ip: string;
  /** Questions that found nothing; absent in evidence of earlier versions. */
  voids?: number | undefined;
  /** The local part and greeting by which the client passes, where the record asks for a name that has to exist. */
  word?: string | undefined;
  /** A term that passes the client if any local part or greeting leads to a name with an address: none was found. */
  guess?: MatchedTerm | undefined;
}

/** An address that is not the client's, as an answer for terms that only test for existence. */
const anyAddress = { A: '127.0.0.2', AAAA: '::2' } as const;

/**
 * What stands directly before a public suffix: the sender registers such a name, or, where the suffix is closed to him, finds
 * one that exists. `exists:%{l}.com` and `exists:%{l}.gov` are doors, `a:%{l}.gov` is none.
 */
function ownershipOf(name: string, own: string): 'own' | 'existing' | null {
  const labels = name.split('.');
  // Two labels or more that end in one of his: any name of the Internet.
  if (labels.length > 1 && labels.at(-1) === own) return 'own';
  if (!isPublicName(name) || !isListedSuffix(name)) return null;
  if (registeredDomainOf(name)?.split('.')[0]?.includes(own) !== true) return null;
  return domainToRegister(name) === null ? 'existing' : 'own';
}

/**
 * The DNS as a sender has it who chose the name that he greets with, the local part and the name of his address: they have what a
 * record may ask of them. Terms whose name ends in such a macro, or in one before a public suffix, pass him (RFC 7208 section 7.2: h, l, p).
 */
function sendersOwn(ip: string, own: string, lookup: SpfLookup): SpfLookup {
  const client = parseClient(ip);
  const reverse = reverseName(client);
  return async (name, type) => {
    const wanted = withoutRoot(name).toLowerCase();
    if (wanted === reverse) return type === 'PTR' ? [`${own}.${own}`] : [];
    const ownership = ownershipOf(wanted, own);
    if (ownership === null) return lookup(name, type);
    const isOwn = ownership === 'own';
    if (type === 'TXT') return isOwn ? ['v=spf1 +all'] : lookup(name, type);
    if (type === 'MX') return [wanted];
    if (type === 'PTR') return [];
    // exists: asks for A whatever the family of the client (RFC 7208 section 5.7).
    return [isOwn && type === client.type ? ip : anyAddress[type]];
  };
}

/** The same, if every name with text of the sender, but without his address, had an address; special-use names have none. */
function ifNamesExist({ dotted }: SpfClient, own: string, lookup: SpfLookup): SpfLookup {
  const addresses = [dotted, dotted.split('.').toReversed().join('.')];
  return async (name, type) => {
    const isChosen = name.toLowerCase().includes(own) && !addresses.some((address) => name.includes(address));
    const canExist = !name.includes('.') || isPublicName(name);
    return type === 'A' && isChosen && canExist ? [anyAddress.A] : lookup(name, type);
  };
}

/** True for a term that depends on the sender's text and not on the client. */
const asksForWords = ({ term }: MatchedTerm): boolean => /^\+?exists:/iu.test(term) && !/%\{[ip]/iu.test(term);

async function judgeStranger(ip: string, domain: string, own: string, lookup: SpfLookup): Promise<SpfStranger> {
  const ask = async (word: string, by: SpfLookup): Promise<Pick<SpfVerdict, 'result' | 'matched' | 'voids'>> => {
    const { result, matched, voids } = await checkHost({ ip, helo: word, mailFrom: `${word}@${domain}` }, by);
    return { result, matched, voids };
  };
  let isByWords = false;
  const owned = sendersOwn(ip, own, lookup);
  const hisDns: SpfLookup = async (name, type) => {
    isByWords ||= name.toLowerCase().includes(own);
    return owned(name, type);
  };
  // Two labels, so that a macro for the last label gives another name than one for the whole.
  const words = `${own}.${own}`;
  const verdict = await ask(words, hisDns);
  if (verdict.result === 'pass' || verdict.result === 'temperror' || !isByWords) return { ip, ...verdict };
  // Where a term refuses by a name, he takes one that does not exist.
  const unnamed = await ask(words, lookup);
  if (unnamed.result === 'pass') return { ip, ...unnamed };
  for (const word of usualWords) {
    const found = await ask(word, lookup);
    if (found.result === 'pass') return { ip, ...found, word };
  }
  const { result, matched: guess } = await ask(words, ifNamesExist(parseClient(ip), own, hisDns));
  return { ip, ...verdict, ...(result === 'pass' && guess !== null && asksForWords(guess) ? { guess } : {}) };
}

/**
 * Evaluates SPF for mail of strangers, as receivers do: what passes them all passes everybody, by whatever mechanism. `own` is one
 * label of letters and digits that nobody has: local part, greeting and the name of the address are the sender's choice.
 */
export const judgeStrangers = async (domain: string, own: string, lookup: SpfLookup): Promise<SpfStranger[]> =>
  Promise.all(strangerAddresses.map(async (ip) => judgeStranger(ip, domain, own.toLowerCase(), lookup)));
