import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls12Only, tls13Only, withVersions } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { sigalgWeak } from './signatures.ts';

const rows: readonly Row[] = [
  [sigalgWeak, 'a hello with SHA-1 and MD5 alone was refused', goodEndpoint, 'pass'],
  [
    sigalgWeak,
    'it was answered with SHA-1',
    endpoint({ weakSignature: seen([0x0201]) }),
    'fail',
    /0x0201 rsa_pkcs1_sha1/,
  ],
  [sigalgWeak, 'it was answered with MD5', endpoint({ weakSignature: seen([0x0101]) }), 'fail', /rsa_pkcs1_md5/],
  [
    sigalgWeak,
    'SHA-1 is among the schemes of TLS 1.2',
    tls12Only([0xc02f], { signatureSchemes: [0x0804, 0x0203] }),
    'fail',
    /ecdsa_sha1/,
  ],
  [sigalgWeak, 'SHA-256 is not weak', endpoint({ weakSignature: seen([0x0401]) }), 'pass'],
  [sigalgWeak, 'TLS 1.3 alone', { ...tls13Only(), weakSignature: timedOut }, 'not-applicable'],
  [
    sigalgWeak,
    'static RSA alone, which signs nothing',
    { ...tls12Only([0x009c]), weakSignature: timedOut },
    'not-applicable',
    /server signature/,
  ],
  [sigalgWeak, 'no answer in time', endpoint({ weakSignature: timedOut }), 'inconclusive', /No answer/],
  [sigalgWeak, 'the control question failed', endpoint({ controlPassed: false }), 'inconclusive', /rate limiting/],
  [
    sigalgWeak,
    'whether TLS 1.2 is accepted is unknown',
    withVersions({ ...refusedVersion('TLSv1.2'), accepted: timedOut }),
    'inconclusive',
  ],
];

testRows(rows);
