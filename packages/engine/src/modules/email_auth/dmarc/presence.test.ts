import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { dmarcMissing, dmarcMultiple, dmarcSyntax, dmarcWrongPlace } from './presence.ts';

const dmarc = async (values: string | string[]) => mailOf({ txt: { _dmarc: values } });
const none = await mailOf({});
const failed = await dmarc('failed');
const sound = await mailOf(soundSketch);
const two = await dmarc(['v=DMARC1; p=reject', 'v=DMARC1; p=none']);

const rows: Row[] = [
  [dmarcMissing, 'no record', none, 'fail', /_dmarc\.lab\. TXT: NXDOMAIN[^]*dig TXT _dmarc\.site\.lab/],
  [
    dmarcMissing,
    'no record, no mail',
    await mailOf({ mx: null, txt: { '@': 'v=spf1 -all' } }),
    'fail',
    /_dmarc\.site\.lab, "v=DMARC1; p=reject" at once/,
  ],
  [dmarcMissing, 'the version in small letters', await dmarc('v=dmarc1; p=reject'), 'fail'],
  [dmarcMissing, 'a record', sound, 'pass', /_dmarc\.site\.lab/],
  [
    dmarcMissing,
    'a record above',
    await mailOf({ txt: { '_dmarc.lab.': 'v=DMARC1; p=reject' } }),
    'pass',
    /_dmarc\.lab/,
  ],
  [dmarcMissing, 'two records', two, 'not-applicable', /dmarc-multiple/],
  [dmarcMissing, 'no answer', failed, 'inconclusive', /servfail/],

  [dmarcMultiple, 'two records', two, 'fail', /2 DMARC records/],
  [
    dmarcMultiple,
    'two records below a domain with one',
    await mailOf({
      txt: { _dmarc: ['v=DMARC1; p=none', 'v=DMARC1; p=none'], '_dmarc.lab.': 'v=DMARC1; p=reject; sp=quarantine' },
    }),
    'fail',
    /RFC 9989 take the policy of lab \(quarantine\) instead, those of RFC 7489 none/,
  ],
  [dmarcMultiple, 'a record beside other text', await dmarc(['v=DMARC1; p=none', 'hello']), 'pass'],
  [dmarcMultiple, 'none', none, 'not-applicable'],
  [dmarcMultiple, 'no answer', failed, 'inconclusive'],

  [
    dmarcSyntax,
    'an unknown policy without reports',
    await dmarc('v=DMARC1; p=block'),
    'fail',
    /p=block is no valid value. Receivers ignore the record/,
  ],
  [
    dmarcSyntax,
    'an unknown policy with reports',
    await dmarc('v=DMARC1; p=block; rua=mailto:d@site.lab'),
    'fail',
    /as if the record had p=none, because the value of p is invalid \(RFC 9989 section 4\.10\.1\)/,
  ],
  [
    dmarcSyntax,
    'an unknown policy for subdomains with reports',
    await dmarc('v=DMARC1; p=reject; sp=block; np=; rua=mailto:d@site.lab'),
    'fail',
    /the value of sp, np is invalid/,
  ],
  [
    dmarcSyntax,
    'an unknown policy for subdomains without reports',
    await dmarc('v=DMARC1; p=reject; sp=block'),
    'fail',
    /Receivers ignore the record/,
  ],
  [dmarcSyntax, 'another invalid value', await dmarc('v=DMARC1; p=reject; adkim=x'), 'fail', /follow the rest/],
  [
    dmarcSyntax,
    'psd=y at a domain that is no public suffix',
    await dmarc('v=DMARC1; p=reject; psd=y'),
    'informational',
    /says that site\.lab is a public suffix, which it is not[^]*dig TXT/,
  ],
  [dmarcSyntax, 'psd=n', await dmarc('v=DMARC1; p=reject; psd=n'), 'pass'],
  [
    dmarcSyntax,
    'a repeated tag',
    await dmarc('v=DMARC1; p=reject; p=none'),
    'fail',
    /p is repeated. Receivers ignore the record/,
  ],
  [
    dmarcSyntax,
    'a control character in a value',
    await dmarc('v=DMARC1; p=no\u0007ne; rua=mailto:a@site.lab'),
    'fail',
    /no valid value, with the control character 0x07/,
  ],
  [
    dmarcSyntax,
    'an octet outside ASCII in a value',
    await dmarc('v=DMARC1; p=r\u00e9ject'),
    'fail',
    /the byte 0xE9, which is outside ASCII/,
  ],
  [dmarcSyntax, 'no v=', await mailOf({ txt: { _dmarc: 'DMARC1; p=reject' } }), 'fail', /does not begin with v=DMARC1/],
  [dmarcSyntax, 'no policy and no reports', await dmarc('v=DMARC1'), 'fail', /p is missing/],
  [
    dmarcSyntax,
    'a blank before the version',
    await dmarc(' v=DMARC1; p=reject'),
    'fail',
    /does not begin with v=DMARC1/,
  ],
  [
    dmarcSyntax,
    'a slip beside a record that is followed',
    await mailOf({ txt: { _dmarc: ['v=dmarc1 p=none', 'v=DMARC1; p=reject'] } }),
    'informational',
    /follow the rest/,
  ],
  [dmarcSyntax, 'capitals and blanks', await dmarc('V = DMARC1 ; P = REJECT ; ADKIM = S'), 'pass'],
  [dmarcSyntax, 'an unknown tag', await dmarc('v=DMARC1; p=reject; foo=bar'), 'pass'],
  [dmarcSyntax, 'none', none, 'not-applicable'],
  [dmarcSyntax, 'no answer', failed, 'inconclusive'],

  [
    dmarcWrongPlace,
    'DMARC at the domain',
    await mailOf({ txt: { '@': 'v=DMARC1; p=reject' } }),
    'informational',
    /look for at _dmarc\.site\.lab/,
  ],
  [
    dmarcWrongPlace,
    'DMARC at both names',
    await mailOf({ txt: { '@': ['v=spf1 mx -all', 'v=DMARC1; p=reject'], _dmarc: 'v=DMARC1; p=reject' } }),
    'informational',
    /Expected: the record deleted/,
  ],
  [dmarcWrongPlace, 'SPF at _dmarc', await dmarc('v=spf1 -all'), 'informational', /look for at site\.lab/],
  [
    dmarcWrongPlace,
    'SPF at _dmarc beside one at its name',
    await mailOf({ txt: { '@': 'v=spf1 mx -all', _dmarc: 'v=spf1 -all' } }),
    'informational',
    /Expected: the record deleted/,
  ],
  [
    dmarcWrongPlace,
    'SPF at _dmarc by a wildcard',
    await mailOf({ txt: { '@': 'v=spf1 mx -all', _dmarc: 'v=spf1 -all' }, control: 'v=spf1 -all' }),
    'pass',
  ],
  [dmarcWrongPlace, 'both right', sound, 'pass'],
  [dmarcWrongPlace, 'no records', none, 'not-applicable'],
  [dmarcWrongPlace, 'no answer', failed, 'inconclusive'],
];

testRows(rows);
