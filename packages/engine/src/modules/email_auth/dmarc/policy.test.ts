import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import {
  dmarcNpWeak,
  dmarcParkedWeak,
  dmarcPctPartial,
  dmarcPolicyNone,
  dmarcQuarantine,
  dmarcSubdomainWeak,
  dmarcTesting,
} from './policy.ts';

const dmarc = async (tags: string) => mailOf({ txt: { _dmarc: `v=DMARC1; ${tags}` } });
const parked = async (tags: string) => mailOf({ mx: null, txt: { '@': 'v=spf1 -all', _dmarc: `v=DMARC1; ${tags}` } });
const none = await mailOf({});
const failed = await mailOf({ txt: { _dmarc: 'failed' } });
const sound = await mailOf(soundSketch);
const watching = await dmarc('p=none');

const rows: Row[] = [
  [dmarcPolicyNone, 'p=none', watching, 'fail', /_dmarc\.site\.lab\. TXT "v=DMARC1; p=none"/],
  [
    dmarcPolicyNone,
    'sp=none of a registry, which nobody at the domain can change',
    await mailOf({ txt: { '_dmarc.lab.': 'v=DMARC1; p=reject; sp=none; psd=y' } }),
    'fail',
    /by the record of lab, which is above the domain[^]*Expected: a record of its own at _dmarc\.site\.lab, with rua=/,
  ],
  [dmarcPolicyNone, 'none without mail', await parked('p=none'), 'fail', /Expected: p=reject\./],
  [dmarcPolicyNone, 'none and t=y without mail', await parked('p=quarantine; t=y'), 'fail', /p=reject without t=y/],
  [dmarcPolicyNone, 'no p, with reports', await dmarc('rua=mailto:d@site.lab'), 'fail'],
  [dmarcPolicyNone, 'quarantine under t=y', await dmarc('p=quarantine; t=y'), 'fail', /under t=y/],
  [
    dmarcPolicyNone,
    'what already stands there is not advised',
    await dmarc('p=quarantine; t=y'),
    'fail',
    /Expected: rua=mailto: .*, t=y removed, then p=reject/,
  ],
  [
    dmarcPolicyNone,
    'an invalid sp beside reject',
    await dmarc('p=reject; sp=block; rua=mailto:d@site.lab'),
    'fail',
    /value of sp is invalid \(RFC 9989 section 4\.10\.1\).*Expected: a valid sp\./,
  ],
  [dmarcPolicyNone, 'an invalid p', await dmarc('p=block; rua=mailto:d@site.lab'), 'fail', /Expected: a valid p\./],
  [
    dmarcPolicyNone,
    'an empty np',
    await dmarc('p=reject; np=; rua=mailto:d@site.lab'),
    'fail',
    /value of np is invalid/,
  ],
  [dmarcPolicyNone, 'no p', await dmarc('rua=mailto:d@site.lab'), 'fail', /there is no p tag/],
  [
    dmarcPolicyNone,
    'none under t=y',
    await dmarc('p=none; t=y'),
    'fail',
    /is none: forged.*fails, p=quarantine, then p=reject/,
  ],
  [dmarcPolicyNone, 'none, no mail', await parked('p=none'), 'fail', /Expected: p=reject\./],
  [
    dmarcPolicyNone,
    'quarantine under t=y, no mail',
    await parked('p=quarantine; t=y'),
    'fail',
    /: p=reject without t=y\./,
  ],
  [
    dmarcPolicyNone,
    'none with reports',
    await dmarc('p=none; rua=mailto:d@site.lab'),
    'fail',
    /Expected: p=quarantine/,
  ],
  [
    dmarcPolicyNone,
    'quarantine under t=y with reports',
    await dmarc('p=quarantine; t=y; rua=mailto:d@site.lab'),
    'fail',
    /Expected: t=y removed once reports/,
  ],
  [dmarcPolicyNone, 'reject under t=y', await dmarc('p=reject; t=y'), 'pass', /quarantine/],
  [dmarcPolicyNone, 'reject', sound, 'pass'],
  [dmarcPolicyNone, 'a void record', await dmarc('p=none; p=none'), 'not-applicable', /invalid/],
  [dmarcPolicyNone, 'none', none, 'not-applicable'],
  [dmarcPolicyNone, 'no answer', failed, 'inconclusive'],

  [
    dmarcSubdomainWeak,
    'sp=none',
    await dmarc('p=reject; sp=none'),
    'fail',
    /for subdomains is none, that for the domain reject/,
  ],
  [dmarcSubdomainWeak, 'sp=none alone', await dmarc('p=reject; sp=none'), 'fail', /from any subdomain\. /],
  [
    dmarcSubdomainWeak,
    'sp=none beside a stricter np, which holds for names that do not exist',
    await dmarc('p=quarantine; sp=none; np=reject'),
    'fail',
    /from any subdomain that exists\. /,
  ],
  [
    dmarcSubdomainWeak,
    'sp=quarantine',
    await dmarc('p=reject; sp=quarantine; np=reject'),
    'informational',
    /spam folder/,
  ],
  [
    dmarcSubdomainWeak,
    'sp=quarantine under t=y',
    await dmarc('p=reject; sp=quarantine; t=y'),
    'fail',
    /no sp tag, or sp=reject; and t=y removed/,
  ],
  [
    dmarcSubdomainWeak,
    'sp=none under t=y',
    await dmarc('p=reject; sp=none; t=y'),
    'fail',
    /sp=reject; and t=y removed/,
  ],
  [dmarcSubdomainWeak, 'sp=reject over p=quarantine', await dmarc('p=quarantine; sp=reject'), 'pass'],
  [dmarcSubdomainWeak, 'no sp', sound, 'pass'],
  [dmarcSubdomainWeak, 'p=none', watching, 'not-applicable'],
  [dmarcSubdomainWeak, 'no answer', failed, 'inconclusive'],

  [dmarcNpWeak, 'np=none', await dmarc('p=reject; np=none'), 'fail', /np=none/],
  [
    dmarcNpWeak,
    'np weaker than sp',
    await dmarc('p=quarantine; sp=reject; np=quarantine'),
    'informational',
    /np=reject costs/,
  ],
  [dmarcNpWeak, 'np like p', await dmarc('p=reject; np=reject'), 'pass'],
  [dmarcNpWeak, 'no np', sound, 'pass'],
  [dmarcNpWeak, 'np=reject below p=none', await dmarc('p=none; np=reject'), 'pass', /not exist is reject/],
  [dmarcNpWeak, 'np=quarantine under t=y', await dmarc('p=none; np=quarantine; t=y'), 'not-applicable', /under t=y/],
  [
    dmarcNpWeak,
    'np=quarantine under t=y beside reject',
    await dmarc('p=reject; np=quarantine; t=y'),
    'fail',
    /under t=y/,
  ],
  [dmarcNpWeak, 'np beside sp=none', await dmarc('p=reject; sp=none; np=none'), 'not-applicable'],

  [dmarcTesting, 'reject under t=y', await dmarc('p=reject; t=y'), 'fail', /spam folder instead of being rejected/],
  [dmarcTesting, 'quarantine under t=y', await dmarc('p=quarantine; t=y'), 'not-applicable', /dmarc-policy-none/],
  [dmarcTesting, 't=n', await dmarc('p=reject; t=n'), 'pass'],

  [dmarcPctPartial, 'pct=50', await dmarc('p=reject; pct=50'), 'fail', /pct=50.*spam folder/],
  [dmarcPctPartial, 'half of quarantine', await dmarc('p=quarantine; pct=50'), 'fail', /50 % of forged mail; newer/],
  [dmarcPctPartial, 'pct=100', await dmarc('p=reject; pct=100'), 'pass'],
  [dmarcPctPartial, 'no pct', sound, 'pass'],
  [dmarcPctPartial, 'p=none', await dmarc('p=none; pct=50'), 'not-applicable'],

  [dmarcQuarantine, 'quarantine', await dmarc('p=quarantine'), 'informational', /spam folder/],
  [
    dmarcQuarantine,
    'reject under t=y',
    await dmarc('p=reject; t=y'),
    'informational',
    /Without t=y the record rejects it/,
  ],
  [
    dmarcQuarantine,
    'a record above',
    await mailOf({ txt: { '_dmarc.lab.': 'v=DMARC1; p=quarantine' } }),
    'informational',
    /A record of the domain with p=reject/,
  ],
  [dmarcQuarantine, 'reject', sound, 'pass'],
  [dmarcQuarantine, 'none', watching, 'not-applicable'],

  [dmarcParkedWeak, 'no mail, quarantine', await parked('p=quarantine'), 'informational', /p=reject costs nothing/],
  [dmarcParkedWeak, 'no mail, subdomains spared', await parked('p=reject; sp=none'), 'informational'],
  [
    dmarcParkedWeak,
    'no mail, reject under t=y',
    await parked('p=reject; t=y'),
    'informational',
    /the record without t=y/,
  ],
  [dmarcParkedWeak, 'no mail, reject', await parked('p=reject'), 'pass'],
  [dmarcParkedWeak, 'mail', sound, 'not-applicable'],
];

testRows(rows);
