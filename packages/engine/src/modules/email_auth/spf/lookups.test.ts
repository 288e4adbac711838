import { mailOf, reference, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import type { DnsLookup } from '../../../evidence/dns/lookup.ts';
import { netFailed } from '../../../evidence/observed.ts';
import { spfNeutral } from './senders.ts';
import { spfLoop, spfMxPtrLimit, spfTooManyLookups, spfVoidLookups } from './lookups.ts';

const includes = (count: number) =>
  mailOf({
    txt: {
      '@': `v=spf1 ${Array.from({ length: count }, (_, n) => `include:i${n}.site.lab`).join(' ')} -all`,
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`i${n}`, 'v=spf1 ip4:192.0.2.1 -all'])),
    },
  });
const spf = async (record: string, more = {}) => mailOf({ txt: { '@': record, ...more } });
const none = await mailOf({});
const failed = await mailOf({ txt: { '@': 'failed' } });
const sound = await mailOf(soundSketch);
const silentBelow = await spf('v=spf1 include:i.lab -all', { 'i.lab.': 'failed' });
const voids = await spf('v=spf1 a:x.lab a:y.lab a:z.lab -all');
const ipv4Only = { 'h1.x.lab.': ['192.0.2.1'], 'h2.x.lab.': ['192.0.2.2'], 'h3.x.lab.': ['192.0.2.3'] };
const many = Array.from({ length: 11 }, (_, n) => `h${n}.site.lab`);

/** An include that was not read, with the audit's DNS queries as the reason. */
const because = async (lookups: readonly Partial<DnsLookup>[], record = 'v=spf1 include:i.lab -all') => {
  const { mailAuth, target } = await mailOf({ txt: { '@': record, 'i.lab.': 'failed' } });
  const own = { type: 'TXT', name: 'site.lab', status: 'answer' } as const;
  const full = { type: 'TXT', authenticated: false, cnames: [], records: [], queries: 1 } as const;
  return {
    target,
    mailAuth: { ...mailAuth, lookups: [own, ...lookups].map((one) => ({ ...full, ...one }) as DnsLookup) },
  };
};

const rows: Row[] = [
  [
    spfTooManyLookups,
    'eleven',
    await includes(11),
    'fail',
    /^SPF needs 11 DNS lookups\.[^]*include:i10\.site\.lab \(11 of 10\)/m,
  ],
  [spfTooManyLookups, 'ten', await includes(10), 'informational', /10 of 10/],
  [spfTooManyLookups, 'nine', await includes(9), 'informational', /One more/],
  [spfTooManyLookups, 'eight', await includes(8), 'pass', /8 of 10/],
  [spfTooManyLookups, 'hidden behind all', await spf('v=spf1 -all include:i.lab'), 'pass', /0 of 10/],
  [
    spfTooManyLookups,
    'an include that depends on the message',
    await spf('v=spf1 include:%{i}.x.lab -all'),
    'inconclusive',
    /depends on the message/,
  ],
  [
    spfTooManyLookups,
    'exists that depends on the message',
    await spf('v=spf1 exists:%{i}.x.lab -all'),
    'pass',
    /1 of 10/,
  ],
  [spfTooManyLookups, 'an include without answer', silentBelow, 'inconclusive', /TXT i\.lab/],
  [spfTooManyLookups, 'a syntax error', await spf('v=spf1 foo -all'), 'not-applicable', /syntax error/],
  [spfTooManyLookups, 'no record', none, 'not-applicable'],

  [spfVoidLookups, 'three', voids, 'fail', /a:x\.lab, a:y\.lab, a:z\.lab[^]*finds no record[^]*dig AAAA x\.lab/],
  [
    spfVoidLookups,
    'three, of which one leads to an unregistered domain',
    await mailOf({ txt: { '@': 'v=spf1 a:x.lab a:y.lab a:x.gone.lab -all' }, references: [reference('spf')] }),
    'pass',
    /2 lookups without records \(A x\.lab, AAAA x\.lab, A y\.lab, AAAA y\.lab\); spf-include-unregistered/,
  ],
  [spfVoidLookups, 'two', await spf('v=spf1 a:x.lab a:y.lab -all'), 'pass', /2 lookups/],
  [
    spfVoidLookups,
    'three names with A records only, and IPv4 senders only',
    await mailOf({ txt: { '@': 'v=spf1 a:h1.x.lab a:h2.x.lab a:h3.x.lab -all' }, a: ipv4Only }),
    'informational',
    /IPv6 addresses, SPF makes 3[^]*h1\.x\.lab finds no AAAA record[^]*dig AAAA h1\.x\.lab/,
  ],
  [
    spfVoidLookups,
    'three names with A records only before an IPv6 sender',
    await mailOf({ txt: { '@': 'v=spf1 a:h1.x.lab a:h2.x.lab a:h3.x.lab ip6:2001:db8::/64 -all' }, a: ipv4Only }),
    'fail',
    /own IPv6 servers[^]*Expected: ip6 terms/,
  ],
  [
    spfVoidLookups,
    'an include without any TXT record, which ends the evaluation',
    await spf('v=spf1 include:a.lab include:b.lab include:c.lab -all'),
    'pass',
    /^1 lookup without records \(TXT a\.lab\)/,
  ],
  [
    spfVoidLookups,
    'three names by the address, which strangers do not have',
    await spf('v=spf1 exists:%{i}.a.lab exists:%{i}.b.lab exists:%{i}.c.lab ip4:192.0.2.1 -all'),
    'informational',
    /depend on the message/,
  ],
  [spfVoidLookups, 'no answer', silentBelow, 'inconclusive'],
  [spfVoidLookups, 'no record', none, 'not-applicable'],

  [
    spfMxPtrLimit,
    'eleven hosts',
    await mailOf({ txt: { '@': 'v=spf1 mx -all' }, mxOf: { '@': many } }),
    'fail',
    /more than ten MX hosts/,
  ],
  [
    spfMxPtrLimit,
    'two hosts',
    await mailOf({
      txt: { '@': 'v=spf1 mx -all' },
      mxOf: { '@': many.slice(0, 2) },
      a: { h0: ['192.0.2.1'], h1: ['192.0.2.2'] },
    }),
    'pass',
    /1 mx term/,
  ],
  [spfMxPtrLimit, 'no mx', sound, 'not-applicable'],
  [spfMxPtrLimit, 'no answer', failed, 'inconclusive'],

  [spfLoop, 'an include of itself', await spf('v=spf1 include:site.lab -all'), 'fail', /include:site\.lab leads back/],
  [spfLoop, 'no loop', await includes(2), 'pass'],
  [spfLoop, 'no include', sound, 'not-applicable'],
  [spfLoop, 'no answer', silentBelow, 'inconclusive'],
  [
    spfLoop,
    'an error of the name servers',
    await because([
      { name: 'i.lab', status: 'servfail', failure: netFailed('malformed', 'resolver-status', 'servfail') },
    ]),
    'inconclusive',
    /TXT i\.lab: .*servfail/i,
  ],
  [
    spfLoop,
    'records that are longer than the survey reads',
    await because([{ name: 'i.lab', status: 'answer' }]),
    'inconclusive',
    /longer than an audit reads/,
  ],
  [spfLoop, 'a question beyond the limit', await because([]), 'inconclusive', /TXT i\.lab is beyond the limits/],
  [
    spfNeutral,
    'a redirect by the message',
    await spf('v=spf1 redirect=%{l}.x.lab'),
    'inconclusive',
    /redirect=%\{l\}\.x\.lab depends on the message/,
  ],
];

testRows(rows);
