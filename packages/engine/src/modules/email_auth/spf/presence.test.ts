import { mailOf, routeOf, type Row, soundSketch, testRows, textAnswer } from '../../derive/mail/testing/evidence.ts';
import { spfMaillessOpen, spfMissing, spfMultiple, spfSubdomainGap } from './presence.ts';

const none = await mailOf({});
const failed = await mailOf({ txt: { '@': 'failed' } });
const sound = await mailOf(soundSketch);
const two = ['v=spf1 mx -all', 'v=spf1 a -all'];
const below = (texts: string | string[] | 'failed', route = routeOf(), domain = 'news.site.lab') => ({
  domain,
  route,
  spf: textAnswer(domain, texts),
});
const silentBelow = below([], routeOf('failed'), 'dev.site.lab');

const rows: Row[] = [
  [spfMissing, 'no TXT record', none, 'fail', /dig TXT site\.lab/],
  [
    spfMissing,
    'a byte order mark before it',
    await mailOf({ txt: { '@': '\u00ef\u00bb\u00bfv=spf1 -all' } }),
    'fail',
    /not at its very beginning/,
  ],
  [
    spfMissing,
    'a tab behind it',
    await mailOf({ txt: { '@': 'v=spf1\tmx -all' } }),
    'fail',
    /no space behind it, with .*tab/,
  ],
  [
    spfMissing,
    'a semicolon behind it',
    await mailOf({ txt: { '@': 'v=spf1; mx; -all' } }),
    'fail',
    /no space behind it/,
  ],
  [spfMissing, 'another text', await mailOf({ txt: { '@': 'v=spf10 -all' } }), 'fail'],
  [spfMissing, 'a record', sound, 'pass', /ip4:192\.0\.2\.0/],
  [spfMissing, 'no MX', await mailOf({ mx: [] }), 'not-applicable', /spf-mailless-open/],
  [spfMissing, 'no answer', failed, 'inconclusive', /servfail/],
  [spfMissing, 'unknown MX', await mailOf({ mx: 'failed' }), 'inconclusive', /MX site\.lab/],

  [spfMultiple, 'two records', await mailOf({ txt: { '@': two } }), 'fail', /2 SPF records/],
  [spfMultiple, 'one record', sound, 'pass'],
  [spfMultiple, 'none', none, 'not-applicable'],
  [spfMultiple, 'no answer', failed, 'inconclusive'],

  ...(await Promise.all(
    ['v=spf1 -all exp=why.site.lab', 'v=spf1 note=x -all', 'v=spf1 ?ip4:192.0.2.1 -all', 'v=spf1 -all +all'].map(
      async (record): Promise<Row> => [spfMaillessOpen, record, await mailOf({ mx: [], txt: { '@': record } }), 'pass'],
    ),
  )),
  [
    spfMaillessOpen,
    'a null MX, and hosts that send',
    await mailOf({ mx: null, txt: { '@': 'v=spf1 ip4:192.0.2.1 -all' } }),
    'informational',
    /null MX, which says that it takes no mail[^]*dig MX site\.lab/,
  ],
  [spfMaillessOpen, 'nothing said, an address', await mailOf({ mx: [] }), 'fail', /null MX/],
  [
    spfMaillessOpen,
    'a name for the web below p=reject',
    await mailOf({ mx: [], txt: { '_dmarc.lab.': 'v=DMARC1; p=reject; psd=y' } }),
    'informational',
    /The DMARC policy of lab makes receivers reject/,
  ],
  [
    spfMaillessOpen,
    'a name for the web below p=reject and sp=none',
    await mailOf({ mx: [], txt: { '_dmarc.lab.': 'v=DMARC1; p=reject; sp=none; psd=y' } }),
    'fail',
  ],
  [
    spfMaillessOpen,
    'a name for the web below p=reject, with ~all',
    await mailOf({ mx: [], txt: { '@': 'v=spf1 ~all', '_dmarc.lab.': 'v=DMARC1; p=reject; psd=y' } }),
    'fail',
  ],
  [
    spfMaillessOpen,
    'a policy above that is not known',
    await mailOf({ mx: [], txt: { '_dmarc.lab.': 'failed' } }),
    'inconclusive',
    /_dmarc\.lab/,
  ],
  [
    spfMaillessOpen,
    'a redirect to -all',
    await mailOf({ mx: [], txt: { '@': 'v=spf1 redirect=n.lab', 'n.lab.': 'v=spf1 -all' } }),
    'pass',
  ],
  [
    spfMaillessOpen,
    'a redirect to ~all',
    await mailOf({ mx: [], txt: { '@': 'v=spf1 redirect=n.lab', 'n.lab.': 'v=spf1 ~all' } }),
    'fail',
  ],
  [spfMaillessOpen, 'terms behind -all', await mailOf({ mx: [], txt: { '@': 'v=spf1 -all redirect=n.lab' } }), 'pass'],
  [
    spfMaillessOpen,
    'null MX alone',
    await mailOf({ mx: null }),
    'fail',
    /has a null MX, and no SPF record says that it sends no mail/,
  ],
  [spfMaillessOpen, 'null MX and ~all', await mailOf({ mx: null, txt: { '@': 'v=spf1 ~all' } }), 'fail'],
  [spfMaillessOpen, 'null MX and -all', await mailOf({ mx: null, txt: { '@': 'v=spf1 -all' } }), 'pass'],
  [spfMaillessOpen, 'no MX and -all', await mailOf({ mx: [], txt: { '@': 'V=SPF1  -ALL' } }), 'pass'],
  [
    spfMaillessOpen,
    'a domain that only sends',
    await mailOf({ mx: [], txt: { '@': 'v=spf1 ip4:192.0.2.1 -all' } }),
    'not-applicable',
  ],
  [spfMaillessOpen, 'mail', sound, 'not-applicable'],
  [spfMaillessOpen, 'unknown MX', await mailOf({ mx: 'failed' }), 'inconclusive'],

  [spfSubdomainGap, 'a subdomain without', await mailOf({ subdomains: [below('other')] }), 'fail', /news\.site\.lab/],
  [spfSubdomainGap, 'a subdomain with', await mailOf({ subdomains: [below('v=spf1 -all')] }), 'pass', /1 subdomain/],
  [spfSubdomainGap, 'no subdomain with MX', none, 'not-applicable'],
  ...(await Promise.all(
    (
      [
        ['one without, and one that is not known', [below('other'), below('failed', routeOf(), 'b.site.lab')], 'fail'],
        ['one that is not known, and one without', [below('failed', routeOf(), 'b.site.lab'), below('other')], 'fail'],
        ['one without, and MX that are not known', [below('other'), silentBelow], 'fail'],
        ['one with, and MX that are not known', [below('v=spf1 -all'), silentBelow], 'inconclusive'],
        ['MX that are not known', [silentBelow], 'inconclusive'],
        ['a null MX', [below([], routeOf(null))], 'not-applicable'],
      ] as const
    ).map(async ([fact, subdomains, outcome]): Promise<Row> => [
      spfSubdomainGap,
      fact,
      await mailOf({ subdomains: [...subdomains] }),
      outcome,
    ]),
  )),
  [spfSubdomainGap, 'no answer', await mailOf({ subdomains: [below('failed')] }), 'inconclusive'],
];

testRows(rows);
