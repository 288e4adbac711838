import { mailOf, reference, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { rsaRecord } from '../../derive/mail/testing/keys.ts';
import { dkimNone, dkimSelectorDangling } from './existence.ts';

const alias = { selector: 'k1', aliases: ['x.gone.lab'] };

const rows: Row[] = [
  [dkimNone, 'NXDOMAIN everywhere', await mailOf(soundSketch), 'fail', /_domainkey\.site\.lab does not exist/],
  [dkimNone, 'a key', await mailOf({ selectors: [{ selector: 's1', text: rsaRecord(2048) }] }), 'pass', /s1/],
  [
    dkimNone,
    'something below, no selector known',
    await mailOf({ domainkey: [] }),
    'inconclusive',
    /selectors cannot be listed/,
  ],
  [
    dkimNone,
    'a wildcard that revokes',
    await mailOf({ control: 'v=DKIM1; p=' }),
    'inconclusive',
    /wildcard answers.*v=DKIM1; p=.*revokes the keys of all that have no record of their own.*None of the 2 tested/,
  ],
  [
    dkimNone,
    'a wildcard of another kind',
    await mailOf({ control: 'v=spf1 -all' }),
    'inconclusive',
    /v=spf1 -all.*which is no DKIM key/,
  ],
  [dkimNone, 'a wildcard with a key', await mailOf({ control: rsaRecord(2048) }), 'pass', /with one key/],
  ...(await Promise.all(
    ([`${rsaRecord(2048)}; s=tlsrpt`, [rsaRecord(2048), 'other'], `${rsaRecord(2048)}; h=md5`] as const).map(
      async (control): Promise<Row> => [
        dkimNone,
        `a wildcard with what verifiers of mail do not use: ${[control].flat().join(' ').slice(-12)}`,
        await mailOf({ control }),
        'inconclusive',
        /which is no DKIM key for mail/,
      ],
    ),
  )),
  [
    dkimNone,
    'a key beside a wildcard',
    await mailOf({ control: 'v=spf1 -all', selectors: [{ selector: 's1', text: rsaRecord(2048) }] }),
    'pass',
    /s1/,
  ],
  [
    dkimNone,
    'denial that does not tell',
    await mailOf({ control: [], domainkey: [] }),
    'inconclusive',
    /compact denial/,
  ],
  [dkimNone, 'no answer', await mailOf({ control: 'failed', domainkey: 'failed' }), 'inconclusive', /servfail/],
  [dkimNone, 'no mail', await mailOf({ mx: null, txt: { '@': 'v=spf1 -all' } }), 'not-applicable'],
  [
    dkimNone,
    'a domain that only receives',
    await mailOf({ txt: { '@': 'v=spf1 -all', _dmarc: 'v=DMARC1; p=reject' } }),
    'not-applicable',
    /allows nobody/,
  ],
  [
    dkimNone,
    'null MX, and listed senders',
    await mailOf({ mx: null, txt: { '@': 'v=spf1 ip4:192.0.2.1 -all' } }),
    'fail',
    /_domainkey\.site\.lab does not exist/,
  ],
  [
    dkimNone,
    'only a revoked key',
    await mailOf({ selectors: [{ selector: 'default', text: 'v=DKIM1; p=' }] }),
    'inconclusive',
    /default \(revoked\)/,
  ],
  [
    dkimNone,
    'only a key of TLS reports',
    await mailOf({ selectors: [{ selector: 'default', text: rsaRecord(2048, 'v=DKIM1; s=tlsrpt') }] }),
    'inconclusive',
    /default \(not for mail\)/,
  ],
  [
    dkimNone,
    'only a hash that nobody knows',
    await mailOf({ selectors: [{ selector: 'default', text: rsaRecord(2048, 'v=DKIM1; h=sha512') }] }),
    'inconclusive',
    /default \(invalid\)/,
  ],
  [dkimNone, 'parked as the registrar left it', await mailOf({ mx: [] }), 'not-applicable'],
  [dkimNone, 'a domain that only sends', await mailOf({ mx: [], txt: { '@': 'v=spf1 ip4:192.0.2.1 -all' } }), 'fail'],
  [dkimNone, 'unknown MX', await mailOf({ mx: 'failed' }), 'inconclusive'],

  [
    dkimSelectorDangling,
    'an alias of an unregistered domain',
    await mailOf({ selectors: [alias], references: [reference('dkim')] }),
    'fail',
    /selector k1 is an alias of x\.gone\.lab/,
  ],
  [
    dkimSelectorDangling,
    'unknown registration',
    await mailOf({ selectors: [alias], references: [reference('dkim', 'unknown')] }),
    'inconclusive',
  ],
  [
    dkimSelectorDangling,
    'an alias that leads nowhere in a registered domain',
    await mailOf({ selectors: [alias], references: [reference('dkim', 'registered')] }),
    'pass',
    /k1/,
  ],
  [
    dkimSelectorDangling,
    'no alias',
    await mailOf({ selectors: [{ selector: 's1', text: rsaRecord(2048) }] }),
    'not-applicable',
  ],
];

testRows(rows);
