import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { spfBroadRange, spfNeutral, spfPassAll, spfSoftfail } from './senders.ts';

const reject = { _dmarc: 'v=DMARC1; p=reject' };
const spf = async (record: string, more = {}) => mailOf({ txt: { '@': record, ...more } });
const none = await mailOf({});
const sound = await mailOf(soundSketch);
const silent = await spf('v=spf1 include:i.lab -all', { 'i.lab.': 'failed' });
const silentRedirect = await spf('v=spf1 redirect=i.lab', { 'i.lab.': 'failed' });

const rows: Row[] = [
  [spfPassAll, '+all', await spf('v=spf1 +all'), 'fail', /site\.lab passes everybody/],
  [spfPassAll, 'a bare all', await spf('v=spf1 mx all'), 'fail'],
  [
    spfPassAll,
    '+all of an include',
    await spf('v=spf1 include:i.lab -all', { 'i.lab.': 'v=spf1 +all' }),
    'fail',
    /i\.lab passes/,
  ],
  [spfPassAll, 'two halves of IPv4', await spf('v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all'), 'fail', /4294967296 IPv4/],
  [spfPassAll, 'a /7', await spf('v=spf1 ip4:10.0.0.0/7 -all'), 'fail'],
  [spfPassAll, 'a /8', await spf('v=spf1 ip4:10.0.0.0/8 -all'), 'pass'],
  [spfPassAll, 'a /16 of IPv6', await spf('v=spf1 ip6:2001::/16 -all'), 'fail', /IPv6/],
  [spfPassAll, 'a /17 of IPv6', await spf('v=spf1 ip6:2001::/17 -all'), 'pass'],
  [spfPassAll, '+all behind -all', await spf('v=spf1 -all +all'), 'pass'],
  [spfPassAll, 'no answer of an include', silent, 'inconclusive'],
  [spfPassAll, 'no record', none, 'not-applicable'],

  [spfBroadRange, 'a /8', await spf('v=spf1 ip4:10.0.0.0/8 -all'), 'fail', /10\.0\.0\.0\/8/],
  [spfBroadRange, 'a /15', await spf('v=spf1 ip4:10.0.0.0/15 -all'), 'fail'],
  [spfBroadRange, 'a /16', await spf('v=spf1 ip4:10.0.0.0/16 -all'), 'pass'],
  [spfBroadRange, 'a /28 of IPv6', await spf('v=spf1 ip6:2001:db8::/28 -all'), 'fail'],
  [spfBroadRange, 'a /29 of IPv6', await spf('v=spf1 ip6:2001:db8::/29 -all'), 'pass'],
  [
    spfBroadRange,
    'a /15 of a provider',
    await spf('v=spf1 include:i.lab -all', { 'i.lab.': 'v=spf1 ip4:10.0.0.0/15 -all' }),
    'not-applicable',
  ],
  [spfBroadRange, 'no range', await spf('v=spf1 -all'), 'not-applicable'],

  [spfNeutral, '?all without DMARC', await spf('v=spf1 mx ?all'), 'fail', /\?all/],
  [spfNeutral, '?all under DMARC', await spf('v=spf1 mx ?all', reject), 'fail'],
  [spfNeutral, 'no all', await spf('v=spf1 mx'), 'fail', /neither all nor redirect/],
  [spfNeutral, '?all of a redirect', await spf('v=spf1 redirect=i.lab', { 'i.lab.': 'v=spf1 ?all' }), 'fail'],
  [
    spfNeutral,
    'a neutral include of a record that passes everybody',
    await spf('v=spf1 ?include:i.lab -all', { 'i.lab.': 'v=spf1 +all' }),
    'fail',
    /include:i\.lab passes everybody[^]*dig TXT site\.lab; dig TXT i\.lab/,
  ],
  [
    spfNeutral,
    'a neutral include of a record that does not',
    await spf('v=spf1 ?include:i.lab -all', { 'i.lab.': 'v=spf1 mx -all' }),
    'pass',
    /fail/,
  ],
  [
    spfNeutral,
    'a failing include of a record that passes everybody',
    await spf('v=spf1 -include:i.lab ?all', { 'i.lab.': 'v=spf1 +all' }),
    'pass',
    /fail/,
  ],
  [spfNeutral, '-all', sound, 'pass', /fail/],
  [spfNeutral, 'a redirect without answer', silentRedirect, 'inconclusive'],
  [spfNeutral, 'no record', none, 'not-applicable'],

  [spfSoftfail, '~all without DMARC', await spf('v=spf1 mx ~all'), 'fail', /no DMARC policy is enforced/],
  [spfSoftfail, '~all under p=none', await spf('v=spf1 mx ~all', { _dmarc: 'v=DMARC1; p=none' }), 'fail'],
  [spfSoftfail, '~all under DMARC', await spf('v=spf1 mx ~all', reject), 'pass', /enforced/],
  [spfSoftfail, '~all, DMARC unknown', await spf('v=spf1 mx ~all', { _dmarc: 'failed' }), 'inconclusive'],
  [spfSoftfail, '-all', sound, 'pass'],
  [spfSoftfail, '?all', await spf('v=spf1 ?all'), 'not-applicable'],
];

testRows(rows);
