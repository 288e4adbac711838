import { seen } from '../../../evidence/observed.ts';
import { at, digest, goodLeaf, staple, timedOut, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import {
  certMustStapleUnmet,
  certNoRevocationInfo,
  certNotStapled,
  certRevoked,
  certStapleInvalid,
} from './revocation.ts';

const ocsp = { ocspUrls: ['http://ocsp.test/'] };
const stapled = (changes: Parameters<typeof staple>[0] = {}): Changes => ({
  leaf: ocsp,
  chain: { staple: seen(staple(changes)) },
});
const revocation = { status: 'revoked' as const, revokedAt: at('2026-10-20'), reason: 'keyCompromise' };
const asked = (...answers: readonly ReturnType<typeof staple>[]): Changes => ({
  target: { scanMode: 'deep' },
  evidence: { revocation: seen([{ leaf: goodLeaf.sha256, answers: [...answers] }]) },
});
const crl = 'http://e7.c.lencr.test/1.crl';
const none = { ocspUrls: [], crlUrls: [] };
const days = (life: number, from = '2026-10-28') => ({
  ...none,
  notBefore: at(from),
  notAfter: at(from) + life * 86_400 - 1,
});

const rows: readonly Row[] = [
  [certRevoked, 'the staple says good', stapled(), 'pass', /staple states that it is not revoked/],
  [
    certRevoked,
    'the staple says revoked',
    stapled(revocation),
    'fail',
    /revoked the certificate on 2026-10-20T00:00:00Z \(keyCompromise\)/,
  ],
  [
    certRevoked,
    'a worthless staple says revoked',
    stapled({ ...revocation, problem: { reason: 'signature-invalid', values: [] } }),
    'not-applicable',
  ],
  [certRevoked, 'nothing is stapled in standard mode', {}, 'not-applicable', /only deep audits/],
  [
    certRevoked,
    'the list says revoked',
    asked(staple({ ...revocation, from: crl })),
    'fail',
    /according to http:\/\/e7\.c\.lencr\.test\/1\.crl/,
  ],
  [certRevoked, 'the list says good', asked(staple({ from: crl, hash: 'sha256' })), 'pass', /not revoked$/],
  [
    certRevoked,
    'the list of a public CA is signed with SHA-1',
    asked(staple({ from: crl, hash: 'sha1' })),
    'pass',
    /CRL with SHA-1/,
  ],
  [
    certRevoked,
    'a list signed with SHA-1 before that ended',
    asked(staple({ from: crl, hash: 'sha1', thisUpdate: at('2026-09-14') })),
    'pass',
    /not revoked$/,
  ],
  [
    certRevoked,
    'the list of a private CA is signed with SHA-1',
    { ...asked(staple({ from: crl, hash: 'sha1' })), verdict: { anchor: 'extra' } },
    'pass',
    /not revoked$/,
  ],
  [
    certRevoked,
    'one says good, the other revoked',
    asked(staple({ from: crl }), staple({ ...revocation, from: 'http://ocsp.test/' })),
    'fail',
  ],
  [
    certRevoked,
    'the list is worthless',
    asked(staple({ from: crl, problem: { reason: 'expired', values: ['last month'] } })),
    'inconclusive',
    /No valid revocation status was received \(http:\/\/e7\.c\.lencr\.test\/1\.crl: it expired on last month\)/,
  ],
  [
    certRevoked,
    'the list could not be fetched',
    {
      target: { scanMode: 'deep' },
      evidence: {
        revocation: seen([{ leaf: goodLeaf.sha256, answers: [] }]),
        fetches: [
          {
            url: crl,
            purpose: 'crl',
            failure: { reason: 'timeout', gap: 'words-kept', values: ['No answer within 5 s'] },
            bytes: 0,
          },
        ],
      },
    },
    'inconclusive',
    /1\.crl: no answer within 5 s/,
  ],
  [certRevoked, 'nobody knows the issuer', { ...asked(), path: [], problems: ['unknown-issuer'] }, 'not-applicable'],
  [
    certRevoked,
    'an answer about another certificate',
    {
      target: { scanMode: 'deep' },
      evidence: { revocation: seen([{ leaf: digest('9f'), answers: [staple(revocation)] }]) },
    },
    'inconclusive',
  ],
  [
    certRevoked,
    'a deep audit could not ask',
    { target: { scanMode: 'deep' }, evidence: { revocation: timedOut } },
    'inconclusive',
    /No answer within 10000 ms/,
  ],
  [certRevoked, 'the staple was not seen', { leaf: ocsp, chain: { staple: timedOut } }, 'inconclusive'],
  [certRevoked, 'a certificate that names nobody', { leaf: none, target: { scanMode: 'deep' } }, 'not-applicable'],

  [certStapleInvalid, 'a valid staple', stapled(), 'pass'],
  [certStapleInvalid, 'nothing is stapled', { leaf: ocsp }, 'not-applicable'],
  [
    certStapleInvalid,
    'a staple of last week',
    stapled({ problem: { reason: 'expired', values: ['2026-10-25'] } }),
    'fail',
    /invalid: it expired on 2026-10-25; expected/,
  ],
  [
    certStapleInvalid,
    'the responder does not know it',
    stapled({ status: 'unknown' }),
    'fail',
    /does not know the certificate/,
  ],
  [certStapleInvalid, 'a valid staple that says revoked is another check', stapled(revocation), 'pass'],
  [
    certStapleInvalid,
    'the staple was not seen',
    { leaf: ocsp, chain: { staple: timedOut } },
    'inconclusive',
    /No answer within 10000 ms/,
  ],
  [certStapleInvalid, 'nothing to staple was not seen', { chain: { staple: timedOut } }, 'not-applicable'],

  [certMustStapleUnmet, 'no demand', {}, 'not-applicable'],
  [certMustStapleUnmet, 'demanded and stapled', { ...stapled(), leaf: { ...ocsp, mustStaple: true } }, 'pass'],
  [
    certMustStapleUnmet,
    'demanded and not stapled',
    { leaf: { ...ocsp, mustStaple: true } },
    'fail',
    /CertificateStatus: none\nReproduce: .* -status -showcerts/,
  ],
  [
    certMustStapleUnmet,
    'demanded and not seen',
    { leaf: { mustStaple: true }, chain: { staple: timedOut } },
    'inconclusive',
  ],

  [certNoRevocationInfo, 'a revocation list', {}, 'pass', /1\.crl/],
  [certNoRevocationInfo, 'a responder', { leaf: { ...none, ...ocsp } }, 'pass'],
  [certNoRevocationInfo, 'neither, for 90 days', { leaf: none }, 'fail', /more than 7 days/],
  [certNoRevocationInfo, 'neither, for seven days', { leaf: days(7) }, 'not-applicable', /7 days needs none/],
  [certNoRevocationInfo, 'neither, for eight days', { leaf: days(8) }, 'fail'],
  [certNoRevocationInfo, 'neither, for ten days of 2025', { leaf: days(10, '2025-10-28') }, 'not-applicable'],
  [
    certNoRevocationInfo,
    'neither, signed by itself and trusted by the operator',
    { leaf: { ...none, selfSigned: true, selfIssued: true }, path: [], verdict: { anchor: 'extra' } },
    'not-applicable',
    /no CA can revoke it/,
  ],
  [certNoRevocationInfo, 'neither, under a root of the operator', { leaf: none, verdict: { anchor: 'extra' } }, 'fail'],
  [
    certNoRevocationInfo,
    'neither, and nobody vouches for it',
    { leaf: none, path: [], problems: ['unknown-issuer'] },
    'not-applicable',
  ],
  [
    certNoRevocationInfo,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certNotStapled, 'no responder', {}, 'not-applicable', /nothing to staple/],
  [certNotStapled, 'stapled', stapled(), 'pass'],
  [certNotStapled, 'not stapled', { leaf: ocsp }, 'informational', /http:\/\/ocsp\.test\//],
  [certNotStapled, 'demanded, which is another check', { leaf: { ...ocsp, mustStaple: true } }, 'not-applicable'],
  [certNotStapled, 'the staple was not seen', { leaf: ocsp, chain: { staple: timedOut } }, 'inconclusive'],
];

testRows(rows);
