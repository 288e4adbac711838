import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { ed25519Record, rsaRecord } from '../../derive/mail/testing/keys.ts';
import { dkimKeyKnownWeak, dkimKeyShort, dkimKeyTooShort, dkimSha1Only } from './keys.ts';

const key = async (text: string | string[], rest = {}) => mailOf({ selectors: [{ selector: 's1', text, ...rest }] });
const long = await key(rsaRecord(2048));
const silent = await mailOf({ ...soundSketch, domainkey: [], unanswered: ['s9'] });

const rows: Row[] = [
  [dkimKeyTooShort, '512 bits', await key(rsaRecord(512)), 'fail', /512 bits[^]*dig TXT s1\._domainkey\.site\.lab/],
  [dkimKeyTooShort, '1024 bits', await key(rsaRecord(1024)), 'pass'],
  [dkimKeyTooShort, 'Ed25519', await key(ed25519Record), 'pass'],
  [dkimKeyTooShort, 'a key for another service', await key(rsaRecord(512, 'v=DKIM1; s=tlsrpt')), 'not-applicable'],
  [dkimKeyTooShort, 'no key found', await mailOf({ domainkey: [] }), 'not-applicable', /tested selectors/],
  [dkimKeyTooShort, 'a selector without answer', silent, 'inconclusive', /1 DKIM selector failed$/m],

  [dkimKeyShort, '1024 bits', await key(rsaRecord(1024)), 'fail', /1024 bits/],
  [dkimKeyShort, '512 bits, which is worse', await key(rsaRecord(512)), 'pass'],
  [dkimKeyShort, '2048 bits', long, 'pass', /No DKIM key is RSA of 1024 to 2047 bits/],
  [
    dkimKeyShort,
    '1024 bits of a domain that only receives',
    await mailOf({ txt: { '@': 'v=spf1 -all' }, selectors: [{ selector: 's1', text: rsaRecord(1024) }] }),
    'informational',
  ],
  [dkimKeyShort, 'a revoked key', await key('v=DKIM1; p='), 'not-applicable'],

  [
    dkimKeyKnownWeak,
    'primes close together',
    await key(rsaRecord(2048), { weakness: { kind: 'close-primes', values: ['1'] } }),
    'fail',
    /Fermat/,
  ],
  [dkimKeyKnownWeak, 'none', long, 'pass'],
  [dkimKeyKnownWeak, 'no key', await mailOf({}), 'not-applicable', /no DKIM key/],

  [dkimSha1Only, 'h=sha1', await key(rsaRecord(2048, 'v=DKIM1; h=sha1')), 'fail', /h=sha1/],
  [dkimSha1Only, 'h=sha1:sha256', await key(rsaRecord(2048, 'v=DKIM1; h=sha1:sha256')), 'pass'],
  [dkimSha1Only, 'no h', long, 'pass'],
  [dkimSha1Only, 'no key', await mailOf({}), 'not-applicable'],
];

testRows(rows);
