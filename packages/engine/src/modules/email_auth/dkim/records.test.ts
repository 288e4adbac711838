import { mailOf, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { ed25519Record, rsaRecord } from '../../derive/mail/testing/keys.ts';
import { dkimEd25519, dkimRecordInvalid, dkimRevoked, dkimTesting } from './records.ts';

const key = async (text: string | string[]) => mailOf({ selectors: [{ selector: 's1', text }] });
const sound = await key(rsaRecord(2048));
const none = await mailOf({});
const silent = await mailOf({ ...soundSketch, domainkey: [], unanswered: ['s9'] });

const rows: Row[] = [
  [dkimRecordInvalid, 'two records', await key([rsaRecord(2048), rsaRecord(1024)]), 'fail', /there are 2 records/],
  [dkimRecordInvalid, 'no Base64', await key('v=DKIM1; p=!!'), 'fail', /p holds no key/],
  [dkimRecordInvalid, 'another key type', await key('v=DKIM1; k=dsa; p=AAAA'), 'fail', /key type/],
  [dkimRecordInvalid, 'v behind p', await key(`${rsaRecord(2048, 'k=rsa')}; v=DKIM1`), 'fail', /not the first tag/],
  [dkimRecordInvalid, 'another version', await key(rsaRecord(2048, 'v=DKIM2')), 'fail', /not DKIM1/],
  [
    dkimRecordInvalid,
    'hashes that nobody knows',
    await key(rsaRecord(2048, 'v=DKIM1; h=sha512')),
    'fail',
    /h has no hash that verifiers know \(sha512\)/,
  ],
  [
    dkimRecordInvalid,
    'a hash that nobody knows beside SHA-256',
    await key(rsaRecord(2048, 'v=DKIM1; h=sha512:sha256')),
    'pass',
  ],
  [dkimRecordInvalid, 'an unknown tag', await key(rsaRecord(2048, 'v=DKIM1; g=*; foo=bar')), 'pass'],
  [dkimRecordInvalid, 'a revoked key', await key('v=DKIM1; p='), 'pass'],
  [dkimRecordInvalid, 'no selector', none, 'not-applicable'],
  [dkimRecordInvalid, 'no answer', silent, 'inconclusive'],

  [dkimTesting, 't=y', await key(rsaRecord(2048, 'v=DKIM1; t=s:y')), 'fail', /t=y/],
  [
    dkimTesting,
    't=y on a domain without MX',
    await mailOf({ mx: [], selectors: [{ selector: 's1', text: rsaRecord(2048, 'v=DKIM1; t=y') }] }),
    'informational',
  ],
  [dkimTesting, 't=s', await key(rsaRecord(2048, 'v=DKIM1; t=s')), 'pass'],
  [dkimTesting, 'no key', none, 'not-applicable'],

  [dkimRevoked, 'an empty p', await key('v=DKIM1; p='), 'informational', /s1 is revoked/],
  [dkimRevoked, 'a key', sound, 'pass'],
  [dkimRevoked, 'no key', none, 'not-applicable'],

  [dkimEd25519, 'Ed25519', await key(ed25519Record), 'informational', /RSA signature too/],
  [dkimEd25519, 'RSA', sound, 'pass'],
  [dkimEd25519, 'no key', none, 'not-applicable'],
];

testRows(rows);
