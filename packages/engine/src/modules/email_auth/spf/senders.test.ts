import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { spfBroadRange, spfNeutral, spfPassAll, spfSoftfail } from './senders.ts';

const reject = { _dmarc: 'v=DMARC1; p=reject' };
const spf = async (record: string, more = {}) => mailOf({ txt: { '@': record, ...more } });
const none = await mailOf({});
const toNothing = await spf('v=spf1 mx redirect=gone.lab');
const toItself = await spf('v=spf1 redirect=site.lab');
const toBroken = await spf('v=spf1 redirect=i.lab', { 'i.lab.': 'v=spf1 ipv4:192.0.2.1 -all' });
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
  ...(await Promise.all(
    (
      [
        [
          'exists of a name with an address',
          'v=spf1 exists:x.lab -all',
          { a: { 'x.lab.': ['127.0.0.2'] } },
          'fail',
          /exists:x\.lab of site\.lab/,
        ],
        ['exists of a name without one', 'v=spf1 exists:x.lab -all', {}, 'pass'],
        // The sender chooses the HELO name, the local part and the reverse name of the address.
        ...['exists:%{h}', 'a:%{h}', 'mx:%{h}', 'exists:%{l}', 'exists:%{p}', 'a:%{p}', 'include:%{h}', 'ptr:%{p}'].map(
          (term) =>
            [`a door of the sender's own: ${term}`, `v=spf1 ${term} -all`, {}, 'fail', /passes SPF by/] as const,
        ),
        ...['exists:%{l}.com', 'a:%{h}.net', 'mx:%{l}.org', 'include:%{l}.co.uk', 'exists:%{hr}'].map(
          (term) => [`a domain for the sender to register: ${term}`, `v=spf1 ${term} -all`, {}, 'fail'] as const,
        ),
        ['a name that nobody can register', 'v=spf1 exists:%{l}.internal a:%{h}.mx.example.com -all', {}, 'pass'],
        ['a refusal by a name that need not exist', 'v=spf1 -exists:%{l}.com +all', {}, 'fail', /\+all of site\.lab/],
        ['the same of the greeting', 'v=spf1 ?a:%{h} -exists:%{h}.net +all', {}, 'fail'],
        ['nobody passes twice over', 'v=spf1 -ip4:0.0.0.0/0 -ip6:::/0 +all', {}, 'pass'],
        ['IPv6 alone passes', 'v=spf1 -ip4:0.0.0.0/0 +all', {}, 'fail', /passes everybody/],
        ['the own name, which is there', 'v=spf1 exists:%{o} -all', { a: { '@': ['192.0.2.1'] } }, 'fail'],
        ['a redirect that the sender chooses', 'v=spf1 redirect=%{h}', {}, 'fail', /passes SPF by/],
        [
          'exists by the address, answered by a wildcard',
          'v=spf1 exists:%{ir}.x.lab -all',
          { a: { '*.x.lab.': ['127.0.0.2'] } },
          'fail',
          /three IPv4 addresses/,
        ],
        [
          'exists by the address, of addresses that are known',
          'v=spf1 exists:%{ir}.x.lab -all',
          { a: { '1.113.0.203.x.lab.': ['127.0.0.2'] } },
          'pass',
        ],
        [
          'exists by the local part, answered by a wildcard',
          'v=spf1 exists:%{l}.u.x.lab ~all',
          { a: { '*.x.lab.': ['127.0.0.2'] } },
          'fail',
        ],
        [
          'exists by HELO, answered by a wildcard',
          'v=spf1 exists:%{h}.x.lab ?all',
          { a: { '*.x.lab.': ['127.0.0.2'] } },
          'fail',
        ],
        [
          'a neutral exists, answered by a wildcard',
          'v=spf1 ?exists:%{i}.x.lab -all',
          { a: { '*.x.lab.': ['127.0.0.2'] } },
          'pass',
        ],
        [
          'exists behind a fail of everybody',
          'v=spf1 -ip4:0.0.0.0/0 -ip6:::/0 exists:%{i}.x.lab -all',
          { a: { '*.x.lab.': ['127.0.0.2'] } },
          'pass',
        ],
        [
          'exists in an include',
          'v=spf1 include:i.lab -all',
          { txt: { 'i.lab.': 'v=spf1 exists:%{i}.x.lab -all' }, a: { '*.x.lab.': ['127.0.0.2'] } },
          'fail',
          /of i\.lab/,
        ],
        [
          'an include by the address, of a wildcard that passes',
          'v=spf1 include:%{i}.x.lab -all',
          { txt: { '*.x.lab.': 'v=spf1 +all' } },
          'fail',
        ],
        [
          'an include by the address, of a wildcard that does not',
          'v=spf1 include:%{i}.x.lab -all',
          { txt: { '*.x.lab.': 'v=spf1 -all' } },
          'pass',
        ],
        ['a with /0', 'v=spf1 a/0 -all', { a: { '@': ['192.0.2.9'] } }, 'fail', /4294967296 IPv4/],
        ['a with /0, without an address', 'v=spf1 a/0 -all', {}, 'pass'],
        [
          'mx with /1',
          'v=spf1 mx/1 -all',
          { mxOf: { '@': ['mx.site.lab'] }, a: { mx: ['192.0.2.9'] } },
          'fail',
          /IPv4/,
        ],
        [
          'a by a macro, with a wide range',
          'v=spf1 a:%{i}.x.lab/0 -all',
          { a: { '*.x.lab.': ['192.0.2.9'] } },
          'fail',
          /three IPv4 addresses/,
        ],
        ['ptr of a top-level domain, which the grammar forbids', 'v=spf1 ptr:com -all', {}, 'not-applicable', /syntax/],
        ['ptr of a public suffix', 'v=spf1 ptr:co.uk -all', {}, 'fail', /below co\.uk/],
        ['ptr of a host name', 'v=spf1 ptr:host.lab -all', {}, 'pass'],
        ['ptr of the domain', 'v=spf1 ptr -all', {}, 'pass'],
        [
          '+all behind more than ten lookups',
          `v=spf1 ${'a:x.lab '.repeat(11)}+all`,
          { a: { 'x.lab.': ['192.0.2.9'] } },
          'not-applicable',
          /error/,
        ],
        [
          'the blocks of documentation',
          'v=spf1 ip4:192.0.2.0/24 ip4:198.51.100.0/24 ip4:203.0.113.0/24 -all',
          {},
          'pass',
        ],
      ] as const
    ).map(async ([fact, record, more, outcome, says]): Promise<Row> => {
      const given = await mailOf({ ...more, txt: { '@': record, ...('txt' in more ? more.txt : {}) } });
      return says === undefined ? [spfPassAll, fact, given, outcome] : [spfPassAll, fact, given, outcome, says];
    }),
  )),
  // RFC 7208 section 4.6.2: the first term that matches decides.
  ...(await Promise.all(
    (
      [
        ['v=spf1 ?all ip4:0.0.0.0/0', 'pass'],
        ['v=spf1 -ip4:0.0.0.0/1 ip4:0.0.0.0/0 -all', 'fail', /2147483648 IPv4/],
        ['v=spf1 ?ip4:0.0.0.0/0 ip4:0.0.0.0/0 -all', 'pass'],
        ['v=spf1 -ip6:2000::/4 ip6:2000::/3 -all', 'fail', /21267647932558653966460912964485513216 IPv6/],
        ['v=spf1 -include:plus.lab ip4:0.0.0.0/0 -all', 'pass'],
        ['v=spf1 ~include:plus.lab +all', 'pass'],
        ['v=spf1 include:order.lab -all', 'pass'],
        ['v=spf1 -exists:there.lab ip4:0.0.0.0/0 -all', 'pass'],
        ['v=spf1 ?a:there.lab/0 ip4:0.0.0.0/0 -all', 'pass'],
        ['v=spf1 -ip4:170.0.0.0/7 -ip4:193.0.0.0/8 -ip4:202.0.0.0/7 -ip6:2000::/3 +all', 'fail', /passes everybody/],
        ['v=spf1 -ip4:0.0.0.0/1 -ip4:128.0.0.0/2 -ip4:192.0.0.0/3 -ip6:::/0 +all', 'pass'],
        [
          `v=spf1 ${Array.from({ length: 112 }, (_, n) => `ip4:${2 * n}.0.0.0/8`).join(' ')} -all`,
          'fail',
          /ranges of 18/,
        ],
        ['v=spf1 -include:silent.lab ip4:0.0.0.0/0 -all', 'inconclusive', /silent\.lab/],
        // Not all receivers limit void lookups (RFC 7208 section 4.6.4: SHOULD).
        ['v=spf1 a:x.lab a:y.lab a:z.lab ip4:0.0.0.0/0 -all', 'fail'],
      ] as const
    ).map(async ([record, outcome, says = /./]): Promise<Row> => {
      const txt = { 'plus.lab.': 'v=spf1 +all', 'order.lab.': 'v=spf1 -all ip4:0.0.0.0/0', 'silent.lab.': 'failed' };
      const given = await mailOf({ txt: { '@': record, ...txt }, a: { 'there.lab.': ['192.0.2.1'] } });
      return [spfPassAll, `in order: ${record.slice(0, 80)}`, given, outcome, says];
    }),
  )),
  [spfPassAll, 'no answer of an include', silent, 'inconclusive'],
  [spfPassAll, 'no record', none, 'not-applicable'],

  [spfBroadRange, 'a /8', await spf('v=spf1 ip4:10.0.0.0/8 -all'), 'fail', /10\.0\.0\.0\/8 \(0\.39 % of all IPv4/],
  [spfBroadRange, 'a /15', await spf('v=spf1 ip4:10.0.0.0/15 -all'), 'fail'],
  [spfBroadRange, 'a /16', await spf('v=spf1 ip4:10.0.0.0/16 -all'), 'pass'],
  [spfBroadRange, 'a /28 of IPv6', await spf('v=spf1 ip6:2001:db8::/28 -all'), 'fail'],
  [spfBroadRange, 'a /29 of IPv6', await spf('v=spf1 ip6:2001:db8::/29 -all'), 'pass'],
  [
    spfBroadRange,
    'a /15 of a provider',
    await spf('v=spf1 include:i.lab -all', { 'i.lab.': 'v=spf1 ip4:10.0.0.0/15 -all' }),
    'informational',
    /records of i\.lab allow 10\.0\.0\.0\/15 \(0\.0031 % of all IPv4 addresses\)/,
  ],
  [
    spfBroadRange,
    'a /8 that is refused first',
    await spf('v=spf1 -ip4:10.0.0.0/8 ip4:10.0.0.0/8 -all'),
    'not-applicable',
  ],
  [
    spfBroadRange,
    'a /8 of which half is refused, twice',
    await spf('v=spf1 ?ip4:10.0.0.0/9 ip4:10.0.0.0/8 ip4:10.0.0.0/8 -all'),
    'fail',
    /10\.0\.0\.0\/8 \(0\.2 % of/,
  ],
  [spfBroadRange, 'a /15 in two steps', await spf('v=spf1 ip4:10.0.0.0/16 ip4:10.0.0.0/15 -all'), 'fail', /0\.0031 %/],
  [spfBroadRange, 'everybody', await spf('v=spf1 ip4:0.0.0.0/0 -all'), 'not-applicable', /spf-pass-all/],
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
    /The record of i\.lab passes everybody \(\?include:i\.lab\)[^]*dig TXT site\.lab; dig TXT i\.lab/,
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
  [
    spfNeutral,
    'ranges that leave nobody to ?all',
    await spf('v=spf1 ~ip4:0.0.0.0/0 ~ip6:::/0 ?all'),
    'pass',
    /softfail/,
  ],
  [spfNeutral, 'IPv4 alone', await spf('v=spf1 ip4:0.0.0.0/0'), 'fail', /neither all nor redirect/],
  [
    spfNeutral,
    'a name that exists, before -all',
    await mailOf({ txt: { '@': 'v=spf1 ?exists:x.lab -all' }, a: { 'x.lab.': ['127.0.0.2'] } }),
    'fail',
    /\?exists:x\.lab leaves nobody/,
  ],
  [spfNeutral, '-all', sound, 'pass', /fail/],
  [spfNeutral, 'a redirect without answer', silentRedirect, 'inconclusive'],
  [
    spfNeutral,
    'a redirect to a record without all',
    await spf('v=spf1 redirect=i.lab', { 'i.lab.': 'v=spf1 mx' }),
    'fail',
    /The record of i\.lab, which redirect leads to, has neither all nor redirect/,
  ],
  ...[spfNeutral, spfSoftfail].flatMap((check): Row[] => [
    [check, 'a redirect to nothing', toNothing, 'not-applicable', /permanent error/],
    [check, 'a redirect to itself', toItself, 'not-applicable', /permanent error/],
    [check, 'a redirect to a record with a syntax error', toBroken, 'not-applicable', /permanent error/],
  ]),
  [spfNeutral, 'no record', none, 'not-applicable'],

  [spfSoftfail, '~all without DMARC', await spf('v=spf1 mx ~all'), 'fail', /no DMARC policy is enforced/],
  [spfSoftfail, '~all under p=none', await spf('v=spf1 mx ~all', { _dmarc: 'v=DMARC1; p=none' }), 'fail'],
  [spfSoftfail, '~all under DMARC', await spf('v=spf1 mx ~all', reject), 'pass', /enforced/],
  [spfSoftfail, '~all, DMARC unknown', await spf('v=spf1 mx ~all', { _dmarc: 'failed' }), 'inconclusive'],
  [
    spfSoftfail,
    '~all, a policy above, and no answer of the domain above that',
    await spf('v=spf1 mx ~all', { '_dmarc.lab.': 'failed' }),
    'inconclusive',
  ],
  [spfSoftfail, '-all', sound, 'pass'],
  [spfSoftfail, '?all', await spf('v=spf1 ?all'), 'not-applicable'],
];

testRows(rows);
