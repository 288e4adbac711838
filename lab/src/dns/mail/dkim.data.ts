import type { Zone, ZoneRecord } from '../zone.ts';
import { dkimKeys } from './keys.data.ts';
import { mailZone, type MailZone, mx, reject, txt } from './mail-zone.ts';

/** A mail domain with strict SPF and DMARC, and the given key or logo records. */
const signed = (origin: string, what: string, ...records: readonly ZoneRecord[]): MailZone =>
  mailZone(origin, what, mx, txt('@', 'v=spf1 mx -all'), reject(origin), ...records);

const key = (selector: string, record: string): ZoneRecord => txt(`${selector}._domainkey`, record);
const rsa = (length: 'rsa512' | 'rsa1024' | 'rsa2048' | 'rsa4096'): string => `v=DKIM1; k=rsa; p=${dkimKeys[length]}`;

/** The keys are in a zone of their own, at the odd servers. */
const atOddServers: readonly ZoneRecord[] = [
  ['_domainkey', 'NS', 'odd1.nic.lab.'],
  ['_domainkey', 'NS', 'odd2.nic.lab.'],
];

/** Zones below those that delegate their keys. */
export const delegatedKeyZones: readonly Zone[] = [
  ['dkim-delegated.lab', 'default'],
  ['dkim-delegated-hidden.lab', 'x7f3k9q2'],
].map(([domain = '', selector = '']) => ({
  origin: `_domainkey.${domain}`,
  nameServers: ['odd1.nic.lab', 'odd2.nic.lab'],
  records: [txt(selector, rsa('rsa2048'))],
}));

/** Zones that show DKIM keys (RFC 6376) and BIMI records. */
export const dkimZones: readonly MailZone[] = [
  signed('dkim-none.lab', 'No DKIM key'),
  signed('dkim-hidden.lab', 'A DKIM key under a selector that nobody guesses', key('x7f3k9q2', rsa('rsa2048'))),
  signed('dkim-512.lab', 'A DKIM key of 512 bits', key('default', rsa('rsa512'))),
  signed('dkim-1024.lab', 'A DKIM key of 1024 bits', key('default', rsa('rsa1024'))),
  signed('dkim-2048.lab', 'A DKIM key of 2048 bits', key('default', rsa('rsa2048'))),
  signed('dkim-4096.lab', 'A DKIM key of 4096 bits', key('default', rsa('rsa4096'))),
  signed('dkim-close.lab', 'A DKIM key that anybody can factor', key('default', `v=DKIM1; p=${dkimKeys.closePrimes}`)),
  signed(
    'dkim-ed25519.lab',
    'An Ed25519 key beside an RSA key',
    key('default', rsa('rsa2048')),
    key('mail', `v=DKIM1; k=ed25519; p=${dkimKeys.ed25519}`),
  ),
  signed(
    'dkim-revoked.lab',
    'A revoked DKIM key beside a valid one',
    key('default', 'v=DKIM1; p='),
    key('mail', rsa('rsa2048')),
  ),
  signed('dkim-testing.lab', 'A DKIM key under test', key('default', `v=DKIM1; t=y; p=${dkimKeys.rsa2048}`)),
  signed('dkim-sha1.lab', 'A DKIM key for SHA-1 alone', key('default', `v=DKIM1; h=sha1; p=${dkimKeys.rsa2048}`)),
  signed(
    'dkim-two.lab',
    'Two DKIM records at one selector',
    key('default', rsa('rsa2048')),
    key('default', rsa('rsa1024')),
  ),
  signed('dkim-bad.lab', 'A DKIM record without a readable key', key('default', 'v=DKIM1; k=rsa; p=AAAA!')),
  signed('dkim-wildcard.lab', 'A DKIM record for every selector', key('*', 'v=DKIM1; p=')),
  signed('dkim-dangling.lab', 'A selector whose alias leads to an unregistered domain', [
    'default._domainkey',
    'CNAME',
    'key.nobody-owns-this.lab.',
  ]),
  signed('dkim-alias.lab', 'A selector whose alias leads to a key', [
    'default._domainkey',
    'CNAME',
    'default._domainkey.dkim-2048.lab.',
  ]),
  signed('dkim-delegated.lab', 'DKIM keys in a zone of another operator', ...atOddServers),
  signed(
    'dkim-delegated-hidden.lab',
    'A DKIM key of another operator, under a selector that nobody guesses',
    ...atOddServers,
  ),
  mailZone(
    'bimi-policy-none.lab',
    'A BIMI record without an enforced DMARC policy',
    mx,
    txt('@', 'v=spf1 mx -all'),
    txt('_dmarc', 'v=DMARC1; p=none; rua=mailto:dmarc@bimi-policy-none.lab'),
    key('default', rsa('rsa2048')),
    txt('default._bimi', 'v=BIMI1; l=https://bimi-policy-none.lab/logo.svg; a='),
  ),
  signed('bimi-ok.lab', 'A BIMI record', txt('default._bimi', 'v=BIMI1; l=https://bimi-ok.lab/logo.svg; a=')),
  signed('bimi-declined.lab', 'A BIMI record that declines', txt('default._bimi', 'v=BIMI1; l=; a=')),
  signed(
    'bimi-http.lab',
    'A BIMI record with a logo over http',
    txt('default._bimi', 'v=BIMI1; l=http://bimi-http.lab/logo.svg'),
  ),
];
