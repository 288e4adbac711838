import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { spfLegacyRecords, spfPtr, spfSize, spfSyntax } from './record.ts';

const spf = async (record: string) => mailOf({ txt: { '@': record } });
const none = await mailOf({});
const failed = await mailOf({ txt: { '@': 'failed' } });
const sound = await mailOf(soundSketch);

const rows: Row[] = [
  [
    spfSyntax,
    'an unknown mechanism',
    await spf('v=spf1 ipv4:192.0.2.1 -all'),
    'fail',
    /ipv4:192\.0\.2\.1 \(unknown mechanism\)/,
  ],
  [spfSyntax, 'a wrong prefix length', await spf('v=spf1 ip4:192.0.2.0/33 -all'), 'fail', /prefix length/],
  [spfSyntax, 'a macro that is none', await spf('v=spf1 exists:%{x}.lab -all'), 'fail', /macro/],
  [spfSyntax, 'a tab', await spf('v=spf1 mx\t-all'), 'fail', /control character 0x09 \(tab\)/],
  [
    spfSyntax,
    'a no-break space in UTF-8',
    await spf('v=spf1 mx\u00c2\u00a0-all'),
    'fail',
    /byte 0xC2, which is outside/,
  ],
  [spfSyntax, 'two redirects', await spf('v=spf1 redirect=a.lab redirect=b.lab'), 'fail', /repeated/],
  [spfSyntax, 'all twice', await spf('v=spf1 mx -all ~all'), 'informational', /after the first is ignored/],
  [
    spfSyntax,
    'a range behind all',
    await spf('v=spf1 -all ip4:192.0.2.1'),
    'informational',
    /ignore ip4:192\.0\.2\.1,/,
  ],
  [
    spfSyntax,
    'a redirect beside all',
    await spf('v=spf1 redirect=a.lab -all'),
    'informational',
    /ignore redirect=a\.lab/,
  ],
  [spfSyntax, 'an include as a modifier', await spf('v=spf1 include=a.lab -all'), 'informational', /have a colon/],
  [spfSyntax, 'capitals', await spf('V=SPF1 MX -ALL'), 'pass'],
  [spfSyntax, 'an unknown modifier', await spf('v=spf1 foo=bar -all'), 'pass'],
  [spfSyntax, 'two records', await mailOf({ txt: { '@': ['v=spf1 x', 'v=spf1 y'] } }), 'not-applicable', /several/],
  [spfSyntax, 'no answer', failed, 'inconclusive'],

  [spfSize, '1232 octets', await mailOf({ ...soundSketch, answerOctets: 1_232 }), 'fail', /1232 bytes/],
  [spfSize, '600 octets', await mailOf({ ...soundSketch, answerOctets: 600 }), 'informational', /600/],
  [spfSize, '500 octets', await mailOf({ ...soundSketch, answerOctets: 500 }), 'pass'],
  [spfSize, 'no record', none, 'not-applicable'],
  [spfSize, 'no answer', failed, 'inconclusive'],

  [spfPtr, 'ptr', await spf('v=spf1 ptr -all'), 'fail', /ptr in the record of site\.lab/],
  [
    spfPtr,
    'ptr below',
    await mailOf({ txt: { '@': 'v=spf1 include:i.lab -all', 'i.lab.': 'v=spf1 ptr:i.lab -all' } }),
    'fail',
    /ptr:i\.lab in the record of i\.lab/,
  ],
  [spfPtr, 'ptr behind all', await spf('v=spf1 -all ptr'), 'pass'],
  [spfPtr, 'none', sound, 'pass'],
  [spfPtr, 'no record', none, 'not-applicable'],

  [
    spfLegacyRecords,
    'a record of type 99',
    await mailOf({ ...soundSketch, legacy: 'v=spf1 -all' }),
    'informational',
    /type 99[^]*dig SPF site\.lab/,
  ],
  [
    spfLegacyRecords,
    'Sender ID',
    await mailOf({ txt: { '@': ['v=spf1 -all', 'spf2.0/pra mx'] } }),
    'informational',
    /Sender ID/,
  ],
  [spfLegacyRecords, 'none', sound, 'pass'],
  [spfLegacyRecords, 'no TXT record at all', none, 'not-applicable'],
  [spfLegacyRecords, 'no answer', await mailOf({ legacy: 'failed' }), 'inconclusive'],
];

testRows(rows);
