import type { ZoneRecord } from '../zone.ts';
import { mailZone, type MailZone, mx, reject, txt } from './mail-zone.ts';

/** A mail domain with a strict DMARC record and the given SPF record, so that only SPF is unusual. */
const spfZone = (name: string, what: string, record: string | null, ...more: readonly ZoneRecord[]): MailZone => {
  const origin = `spf-${name}.lab`;
  return mailZone(origin, what, mx, reject(origin), ...(record === null ? [] : [txt('@', record)]), ...more);
};

const includes = (zone: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `include:i${n}.spf-${zone}.lab`).join(' ');

const included = (count: number): readonly ZoneRecord[] =>
  Array.from({ length: count }, (_, n) => txt(`i${n}`, `v=spf1 ip4:198.51.100.${n} -all`));

const wordy = Array.from({ length: 90 }, (_, n) => `ip4:198.51.100.${n}`).join(' ');

/** Zones with SPF records (RFC 7208), valid and invalid. */
export const spfZones: readonly MailZone[] = [
  spfZone('none', 'A mail domain without SPF', null),
  spfZone('two', 'Two SPF records', 'v=spf1 mx -all', txt('@', 'v=spf1 a -all')),
  spfZone('syntax', 'SPF with a mechanism that does not exist', 'v=spf1 ipv4:198.51.100.1 mx -all'),
  spfZone('bom', 'SPF behind a byte order mark', null, ['@', 'TXT', '"\\239\\187\\191v=spf1 mx -all"']),
  spfZone('10', 'SPF with ten lookups', `v=spf1 ${includes('10', 10)} -all`, ...included(10)),
  spfZone('11', 'SPF with eleven lookups', `v=spf1 ${includes('11', 11)} -all`, ...included(11)),
  spfZone('void2', 'SPF with two lookups without records', 'v=spf1 a:v1.spf-void2.lab a:v2.spf-void2.lab mx -all'),
  spfZone(
    'void3',
    'SPF with three lookups without records',
    'v=spf1 a:v1.spf-void3.lab a:v2.spf-void3.lab a:v3.spf-void3.lab mx -all',
  ),
  spfZone(
    'mx11',
    'SPF whose mx leads to eleven hosts',
    'v=spf1 mx:many.spf-mx11.lab -all',
    ...Array.from({ length: 11 }, (_, n): ZoneRecord => ['many', 'MX', `10 h${n}`]),
    ...Array.from({ length: 11 }, (_, n): ZoneRecord => [`h${n}`, 'A', `198.51.100.${n + 1}`]),
  ),
  spfZone('ptr', 'SPF with ptr', 'v=spf1 ptr mx -all'),
  spfZone(
    'pass',
    'SPF that allows everybody: +all in an include',
    'v=spf1 include:_i.spf-pass.lab -all',
    txt('_i', 'v=spf1 +all'),
  ),
  spfZone('halves', 'SPF that allows both halves of IPv4', 'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all'),
  spfZone('broad', 'SPF that allows a range of a cloud', 'v=spf1 ip4:198.0.0.0/8 mx -all'),
  spfZone('neutral', 'SPF that ends in ?all', 'v=spf1 mx ?all'),
  spfZone('open-end', 'SPF without all or redirect', 'v=spf1 mx'),
  spfZone('soft', 'SPF that ends in ~all, under DMARC reject', 'v=spf1 mx ~all'),
  mailZone('spf-soft-alone.lab', 'SPF that ends in ~all, without DMARC', mx, txt('@', 'v=spf1 mx ~all')),
  spfZone(
    'redirect',
    'SPF of another name',
    'v=spf1 redirect=_r.spf-redirect.lab',
    txt('_r', 'v=spf1 mx:spf-redirect.lab -all'),
  ),
  spfZone(
    'redirect-none',
    'SPF that redirects to a name without SPF',
    'v=spf1 redirect=none.spf-redirect-none.lab',
    txt('none', 'no SPF'),
  ),
  spfZone(
    'redirect-all',
    'SPF with redirect beside all, which nobody follows',
    'v=spf1 mx redirect=none.spf-redirect-all.lab -all',
  ),
  spfZone(
    'include-none',
    'SPF that includes a name without SPF',
    'v=spf1 mx include:none.spf-include-none.lab -all',
    txt('none', 'no SPF'),
  ),
  spfZone(
    'include-error',
    'SPF that includes a record with a syntax error',
    'v=spf1 mx include:bad.spf-include-error.lab -all',
    txt('bad', 'v=spf1 foo -all'),
  ),
  spfZone(
    'include-unregistered',
    'SPF that includes an unregistered domain',
    'v=spf1 mx include:_spf.nobody-owns-this.lab -all',
  ),
  spfZone(
    'macro-d',
    'SPF with the macro of the domain',
    'v=spf1 mx include:_s.%{d} -all',
    txt('_s', 'v=spf1 ip4:198.51.100.9 -all'),
  ),
  spfZone('macro-i', 'SPF with macros of the message', 'v=spf1 mx exists:%{i}._s.spf-macro-i.lab -all'),
  spfZone('late-error', 'SPF with an error behind all', 'v=spf1 mx -all include:none.spf-late-error.lab'),
  spfZone('big', 'SPF whose TXT answer exceeds a datagram', `v=spf1 ${wordy} -all`),
  spfZone('mixed-case', 'SPF in capitals', 'V=SPF1 MX -ALL'),
  mailZone(
    'spf-legacy.lab',
    'SPF as a record of type 99 too',
    mx,
    reject('spf-legacy.lab'),
    txt('@', 'v=spf1 mx -all'),
    ['@', 'SPF', '"v=spf1 mx -all"'],
  ),
  spfZone('subdomain-gap', 'A subdomain that takes mail and has no SPF', 'v=spf1 mx -all', [
    'news',
    'MX',
    '10 mail.good.lab.',
  ]),
  spfZone(
    'subdomain',
    'A subdomain that takes mail and has SPF',
    'v=spf1 mx -all',
    ['news', 'MX', '10 mail.good.lab.'],
    txt('news', 'v=spf1 mx -all'),
  ),
];
