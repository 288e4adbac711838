import {
  mailOf,
  reference,
  routeOf,
  type Row,
  soundSketch,
  testRows,
  textAnswer,
} from '../../derive/mail/testing/evidence.ts';
import {
  dmarcNoRua,
  dmarcRemovedTags,
  dmarcRuaInvalid,
  dmarcRuaUnauthorised,
  dmarcRufPrivacy,
  mailReportUnregistered,
} from './reports.ts';

const dmarc = async (tags: string, rest = {}) => mailOf({ txt: { _dmarc: `v=DMARC1; p=reject; ${tags}` }, ...rest });
const rua = 'rua=mailto:d@site.lab';
/** The DMARC record of a registry above the domain. */
const registrys = async (tags: string) => mailOf({ txt: { '_dmarc.lab.': `v=DMARC1; p=reject; psd=y; ${tags}` } });
const external = (authorisation: string | 'failed' | 'nxdomain') => ({
  destinations: [
    {
      host: 'reports.lab',
      uri: 'mailto:d@reports.lab',
      external: true,
      authorisation: textAnswer('site.lab._report._dmarc.reports.lab', authorisation),
    },
  ],
});
const deaf = { destinations: [{ route: routeOf([], 'no') }] };
const gone = {
  destinations: [{ host: 'x.gone.lab', uri: 'mailto:d@x.gone.lab', route: routeOf([], 'no') }],
  references: [reference('report')],
};
const alias = await mailOf({ references: [reference('report')] });
const { mailAuth } = alias;
const lostAnswer = textAnswer('_dmarc.site.lab', 'nxdomain', ['x.gone.lab']);
const withLostRecord = {
  ...alias,
  mailAuth: {
    ...mailAuth,
    dmarc: { walk: [{ domain: 'site.lab', answer: lostAnswer }, ...mailAuth.dmarc.walk.slice(1)] },
  },
};
const none = await mailOf({});
const sound = await mailOf(soundSketch);
const failed = await mailOf({ txt: { _dmarc: 'failed' } });

const rows: Row[] = [
  [
    dmarcNoRua,
    'a record of a registry without reports',
    await registrys('np=reject'),
    'fail',
    /Expected: a record of its own at _dmarc\.site\.lab, with rua=mailto:/,
  ],
  [dmarcRuaInvalid, 'reports of a registry', await registrys('rua=mailto:d@lab'), 'not-applicable', /that of lab/],
  [dmarcNoRua, 'no rua', await dmarc(''), 'fail', /Nobody sees/],
  [dmarcNoRua, 'rua', sound, 'pass'],
  [dmarcNoRua, 'no mail', await dmarc('', { mx: null }), 'not-applicable', /no mail/],
  [
    dmarcNoRua,
    'no MX and no SPF record',
    await mailOf({ mx: null, txt: { _dmarc: 'v=DMARC1; p=none' } }),
    'not-applicable',
    /no mail/,
  ],
  ...(await Promise.all(
    (
      [
        ['p=reject', 'v=spf1 -all', 'not-applicable', /sends no mail/],
        ['p=reject; sp=none', 'v=spf1 -all', 'fail'],
        ['p=quarantine', 'v=spf1 -all', 'fail'],
        ['p=reject', 'v=spf1 mx -all', 'fail'],
      ] as const
    ).map(async ([policy, record, outcome, says = /./]): Promise<Row> => {
      const given = await mailOf({ txt: { '@': record, _dmarc: `v=DMARC1; ${policy}` } });
      return [dmarcNoRua, `mail comes in, ${record}, ${policy}`, given, outcome, says];
    }),
  )),
  [dmarcNoRua, 'no record', none, 'not-applicable'],

  [
    dmarcRuaInvalid,
    'a host without a dot',
    await dmarc('rua=mailto:x@lab'),
    'fail',
    /mailto:x@lab names the host lab, which is no full domain name/,
  ],
  [dmarcRuaInvalid, 'no mailto:', await dmarc('rua=d@site.lab'), 'fail', /d@site\.lab is no mailto: address/],
  [dmarcRuaInvalid, 'https', await dmarc('rua=https://site.lab/in'), 'fail'],
  [dmarcRuaInvalid, 'a host that takes no mail', await dmarc(rua, deaf), 'fail', /site\.lab takes no mail/],
  [
    dmarcRuaInvalid,
    'a host of an unregistered domain, which a separate check reports',
    await dmarc('rua=mailto:d@x.gone.lab', gone),
    'pass',
  ],
  [dmarcRuaInvalid, 'a valid address', sound, 'pass', /mailto:d@site\.lab/],
  [
    dmarcRuaInvalid,
    'a host of which nothing is known',
    await dmarc(rua, { destinations: [{ route: routeOf('failed') }] }),
    'inconclusive',
    /MX site\.lab/,
  ],
  [dmarcRuaInvalid, 'no rua', await dmarc(''), 'not-applicable'],
  [dmarcRuaInvalid, 'no answer', failed, 'inconclusive'],

  [
    dmarcRuaUnauthorised,
    'no consent',
    await dmarc(rua, external('nxdomain')),
    'fail',
    /does not authorize[^]*dig TXT site\.lab\._report\._dmarc\.reports\.lab/,
  ],
  [dmarcRuaUnauthorised, 'consent', await dmarc(rua, external('v=DMARC1')), 'pass'],
  [dmarcRuaUnauthorised, 'no answer', await dmarc(rua, external('failed')), 'inconclusive', /servfail/],
  [dmarcRuaUnauthorised, 'the own organization', sound, 'not-applicable'],

  [
    mailReportUnregistered,
    'an unregistered domain',
    await dmarc('rua=mailto:d@x.gone.lab', gone),
    'fail',
    /gone\.lab seems to be unregistered[^]*rua: mailto:d@x\.gone\.lab/,
  ],
  [
    mailReportUnregistered,
    'the same in TLS-RPT',
    await mailOf({ ...gone, destinations: [{ tag: 'tls', host: 'x.gone.lab', uri: 'mailto:t@x.gone.lab' }] }),
    'fail',
    /dig TXT _smtp\._tls\.site\.lab/,
  ],
  [
    mailReportUnregistered,
    'a record that is an alias into an unregistered domain',
    withLostRecord,
    'fail',
    /_dmarc\.site\.lab is an alias of x\.gone\.lab[^]*Anyone who registers it writes the record/,
  ],
  [
    mailReportUnregistered,
    'unknown',
    await dmarc(rua, { references: [reference('report', 'unknown')] }),
    'inconclusive',
  ],
  [mailReportUnregistered, 'a registered domain', sound, 'pass'],
  [
    mailReportUnregistered,
    'a host of which nothing is known',
    await dmarc(rua, { destinations: [{ route: routeOf('failed') }] }),
    'inconclusive',
  ],
  [mailReportUnregistered, 'no reports', none, 'not-applicable'],

  [dmarcRufPrivacy, 'ruf', await dmarc(`${rua}; ruf=mailto:f@site.lab`), 'informational', /mailto:f@site\.lab/],
  [dmarcRufPrivacy, 'a ruf without an address', await dmarc(`${rua}; ruf=mailto:`), 'pass', /has no address/],
  [dmarcRufPrivacy, 'no ruf', sound, 'pass'],
  [dmarcRufPrivacy, 'no record', none, 'not-applicable'],

  [dmarcRemovedTags, 'pct and ri', await dmarc(`pct=100; ri=86400; ${rua}`), 'informational', /pct, ri/],
  [dmarcRemovedTags, 'a size limit', await dmarc('rua=mailto:d@site.lab!10m'), 'informational', /size limit/],
  [dmarcRemovedTags, 'none', sound, 'pass'],
  [dmarcRemovedTags, 'no record', none, 'not-applicable'],
];

testRows(rows);
