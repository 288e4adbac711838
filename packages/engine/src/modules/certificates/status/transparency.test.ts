import { at, goodLeaf, sct, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certCtInsufficient, certSctInvalid } from './transparency.ts';

const with200Days = { notAfter: goodLeaf.notBefore + 200 * 86_400 - 1 };
const exactly180Days = { notAfter: goodLeaf.notBefore + 180 * 86_400 - 1 };
/** Chrome subtracts the first second from the last. */
const aSecondMore = { notAfter: goodLeaf.notBefore + 180 * 86_400 };
const twoSecondsMore = { notAfter: goodLeaf.notBefore + 180 * 86_400 + 1 };
const given = (...scts: readonly ReturnType<typeof sct>[]): Changes => ({ chain: { scts: [...scts] } });
const google = sct('Google');
const sectigo = sct('Sectigo');
const digicert = sct('DigiCert');
const secondGoogle = sct('Google', { logId: 'other' });
const unlisted = sct('Zebra', { log: null, signature: 'not-verified', problem: { reason: 'log-unknown', values: [] } });
const invalid = sct('DigiCert', { signature: 'invalid', problem: { reason: 'signature-invalid', values: [] } });
const retired = (retiredAt: string) =>
  sct('DigiCert', {
    log: { name: 'DigiCert 2025', operator: 'DigiCert', state: 'retired', retiredAt: at(retiredAt) * 1_000 },
  });
const rejected = sct('DigiCert', {
  log: { name: 'DigiCert X', operator: 'DigiCert', state: 'rejected', retiredAt: null },
});
const inHandshake = { source: 'tls' as const };
const inStaple = { source: 'ocsp' as const };
const notAsked = {
  chains: [
    {
      keyType: 'ec',
      viaVersion: 'TLSv1.2' as const,
      certificates: [
        {
          der: '',
          sha256: goodLeaf.sha256,
          subject: '',
          issuer: '',
          subjectAltNames: [],
          notBefore: '',
          notAfter: '',
          serialNumber: '',
          keyType: 'ec',
          keyBits: 256,
          signatureAlgorithm: '',
        },
      ],
    },
  ],
};

const rows: readonly Row[] = [
  [certCtInsufficient, 'two logs of two operators', {}, 'pass', /2 logs of 2 operators/],
  [
    certCtInsufficient,
    'no timestamp',
    given(),
    'fail',
    /expected: SCTs from 2 logs.*\nsigned certificate timestamps: none/s,
  ],
  [certCtInsufficient, 'no log', given(), 'fail', /It has no valid SCT; expected/],
  [certCtInsufficient, 'one log', given(google), 'fail', /1 log of 1 operator/],
  [certCtInsufficient, 'two logs of one operator', given(google, secondGoogle), 'fail', /2 logs of 1 operator/],
  [certCtInsufficient, 'the same log twice', given(google, google), 'fail'],
  [certCtInsufficient, 'two logs for 180 days', { leaf: exactly180Days }, 'pass'],
  [certCtInsufficient, 'two logs for 180 days and the second that only some count', { leaf: aSecondMore }, 'pass'],
  [
    certCtInsufficient,
    'two logs for longer than 180 days however one counts',
    { leaf: twoSecondsMore },
    'fail',
    /3 logs/,
  ],
  [
    certCtInsufficient,
    'a certificate from before the rules',
    { leaf: { notBefore: at('2022-04-14'), notAfter: at('2023-04-14') }, ...given() },
    'not-applicable',
    /before 15 April 2022/,
  ],
  [
    certCtInsufficient,
    'a certificate of the day of the rules',
    { leaf: { notBefore: at('2022-04-15'), notAfter: at('2023-04-15') }, ...given() },
    'fail',
  ],
  [certCtInsufficient, 'two logs for 200 days', { leaf: with200Days }, 'fail', /3 logs.*more than 180 days/s],
  [certCtInsufficient, 'three logs for 200 days', { leaf: with200Days, ...given(google, sectigo, digicert) }, 'pass'],
  [
    certCtInsufficient,
    'two in the handshake suffice for 200 days',
    { leaf: with200Days, ...given(sct('Google', inHandshake), sct('Sectigo', inHandshake)) },
    'pass',
  ],
  [
    certCtInsufficient,
    'one embedded and one in the handshake, of two operators',
    given(google, sct('Sectigo', inHandshake)),
    'inconclusive',
    /only those in the certificate and those in the handshake together/,
  ],
  [
    certCtInsufficient,
    'one in the handshake beside embedded ones of retired logs',
    given(retired('2026-10-15'), sct('Google', inHandshake)),
    'fail',
  ],
  [
    certCtInsufficient,
    'two in the handshake, one of a retired log',
    given(sct('Google', inHandshake), { ...retired('2026-10-15'), ...inHandshake }),
    'fail',
    /SCTs from 2 logs of 2 operators, of which 1 log is retired; expected: SCTs from 2 logs of at least two operators, at least one of them current/,
  ],
  [
    certCtInsufficient,
    'two of one operator in the handshake',
    given(sct('Google', inHandshake), sct('Google', { ...inHandshake, logId: 'other' })),
    'fail',
  ],
  [
    certCtInsufficient,
    'two in the staple, which Chrome counts no more',
    given(sct('Google', inStaple), sct('Sectigo', inStaple)),
    'fail',
    /It has no valid SCT\. Chrome 148 and later do not count the 2 in the stapled OCSP response; expected/,
  ],
  [
    certCtInsufficient,
    'one in the staple beside an embedded one',
    given(google, sct('Sectigo', inStaple)),
    'fail',
    /1 log of 1 operator\. Chrome 148/,
  ],
  [
    certCtInsufficient,
    'two embedded, and one in the staple',
    given(google, sectigo, sct('DigiCert', inStaple)),
    'pass',
  ],
  [
    certCtInsufficient,
    'a log that was retired later counts beside a current one',
    given(google, retired('2026-10-15')),
    'pass',
  ],
  [
    certCtInsufficient,
    'retired logs alone do not count',
    given(
      retired('2026-10-15'),
      sct('Google', { log: { name: 'G', operator: 'Google', state: 'retired', retiredAt: at('2026-10-15') * 1_000 } }),
    ),
    'fail',
  ],
  [certCtInsufficient, 'a log that was never accepted does not count', given(google, rejected), 'fail'],
  [certCtInsufficient, 'one log is not in the list', given(google, unlisted), 'inconclusive', /not in the list/],
  [
    certCtInsufficient,
    'one timestamp could not be verified',
    given(google, sct('Sectigo', { signature: 'not-verified', problem: { reason: 'issuer-unknown', values: [] } })),
    'inconclusive',
    /issuer is unknown/i,
  ],
  [certCtInsufficient, 'one is invalid, which is another check', given(google, invalid), 'not-applicable'],
  [
    certCtInsufficient,
    'none, and the handshake did not ask',
    { ...given(), endpoint: notAsked },
    'inconclusive',
    /did not request/,
  ],
  [certCtInsufficient, 'a root of the operator', { ...given(), verdict: { anchor: 'extra' } }, 'not-applicable'],
  [certCtInsufficient, 'no root at all', { ...given(), path: [], problems: ['unknown-issuer'] }, 'not-applicable'],

  [certSctInvalid, 'both verify', {}, 'pass', /2 of 2 SCTs/],
  [
    certSctInvalid,
    'one does not verify',
    given(google, sectigo, invalid),
    'fail',
    /1 of 3 SCTs.*its signature is invalid; expected/s,
  ],
  [
    certSctInvalid,
    'one is of a log that had been retired',
    given(google, sectigo, retired('2026-09-01')),
    'fail',
    /after the log was retired/,
  ],
  [certSctInvalid, 'one is of a log that was retired later', given(google, sectigo, retired('2026-10-15')), 'pass'],
  [certSctInvalid, 'one is of a log that the list does not know', given(google, sectigo, unlisted), 'pass', /2 of 3/],
  [certSctInvalid, 'all are of logs that the list does not know', given(unlisted), 'not-applicable'],
  [
    certSctInvalid,
    'one could not be verified',
    given(google, sct('Sectigo', { signature: 'not-verified', problem: { reason: 'issuer-unknown', values: [] } })),
    'inconclusive',
    /issuer is unknown/i,
  ],
  [certSctInvalid, 'there are none', given(), 'not-applicable'],
];

testRows(rows);
