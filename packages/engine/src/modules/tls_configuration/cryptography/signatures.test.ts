import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls12Only, tls13Only, withVersions } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsSigalgWeak } from './signatures.ts';

const rows: readonly Row[] = [
  [tlsSigalgWeak, 'a hello with SHA-1 and MD5 alone was refused', goodEndpoint, 'pass'],
  [
    tlsSigalgWeak,
    'it was answered with SHA-1',
    endpoint({ weakSignature: seen([0x0201]) }),
    'fail',
    /0x0201 rsa_pkcs1_sha1/,
  ],
  [tlsSigalgWeak, 'it was answered with MD5', endpoint({ weakSignature: seen([0x0101]) }), 'fail', /rsa_pkcs1_md5/],
  [
    tlsSigalgWeak,
    'SHA-1 is among the schemes of TLS 1.2',
    tls12Only([0xc02f], { signatureSchemes: [0x0804, 0x0203] }),
    'fail',
    /ecdsa_sha1/,
  ],
  [tlsSigalgWeak, 'SHA-256 is not weak', endpoint({ weakSignature: seen([0x0401]) }), 'pass'],
  [tlsSigalgWeak, 'TLS 1.3 alone', { ...tls13Only(), weakSignature: timedOut }, 'not-applicable'],
  [
    tlsSigalgWeak,
    'static RSA alone, which signs nothing',
    { ...tls12Only([0x009c]), weakSignature: timedOut },
    'not-applicable',
    /server signature/,
  ],
  [tlsSigalgWeak, 'no answer in time', endpoint({ weakSignature: timedOut }), 'inconclusive', /No answer/],
  [tlsSigalgWeak, 'the control question failed', endpoint({ controlPassed: false }), 'inconclusive', /rate limiting/],
  [
    tlsSigalgWeak,
    'whether TLS 1.2 is accepted is unknown',
    withVersions({ ...refusedVersion('TLSv1.2'), accepted: timedOut }),
    'inconclusive',
  ],
];

testRows(rows);
