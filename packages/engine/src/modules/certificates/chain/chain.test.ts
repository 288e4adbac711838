import { chainIncomplete, chainMessy } from './chain.ts';
import { at, digest, intermediate, root, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';

const fetchedIssuer = intermediate({ source: 'fetched' });
const incomplete: Changes = { behind: [], path: [fetchedIssuer, root()], verdict: { servedSuffices: false } };
const sentRoot = root({ source: 'served' });
const stranger = intermediate({
  sha256: digest('7e'),
  subject: 'CN=Stranger',
  commonName: 'Stranger',
  issuer: 'CN=Else',
});
const crossSigned = intermediate({
  sha256: digest('6d'),
  subject: sentRoot.subject,
  commonName: 'ISRG Root X2 (cross)',
  issuer: 'CN=Older Root',
});
const expiredTwin = intermediate({ sha256: digest('5c'), commonName: 'E7 of old', notAfter: at('2025-01-01') });
const second = intermediate({
  sha256: digest('4b'),
  subject: 'CN=Second',
  commonName: 'Second',
  issuer: intermediate().issuer,
});
const viaSecond = { path: [intermediate({ issuer: 'CN=Second' }), second, root()] };

const rows: readonly Row[] = [
  [chainIncomplete, 'leaf and intermediate', {}, 'pass', /2 certificates served/],
  [
    chainIncomplete,
    'the intermediate had to be fetched',
    incomplete,
    'fail',
    /needs E7, which the server did not send/,
  ],
  [chainIncomplete, 'and has expired: that is another check', { ...incomplete, problems: ['expired'] }, 'fail'],
  [
    chainIncomplete,
    'fetched, though what was served suffices',
    { ...incomplete, verdict: { servedSuffices: true } },
    'pass',
  ],
  [chainIncomplete, 'expired, with all that is needed', { problems: ['expired'] }, 'pass'],
  [
    chainIncomplete,
    'SSL 2.0 cannot send more than the leaf',
    { ...incomplete, chain: { viaVersion: 'SSLv2' } },
    'not-applicable',
  ],
  [chainIncomplete, 'no path was found', { behind: [], path: [], problems: ['unknown-issuer'] }, 'not-applicable'],
  [
    chainIncomplete,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [chainMessy, 'leaf and intermediate', {}, 'pass', /2 certificates in order/],
  [chainMessy, 'the leaf alone is incomplete, not untidy', incomplete, 'pass'],
  [chainMessy, 'the root too', { behind: [intermediate(), sentRoot] }, 'informational', /ISRG Root X2 is a root/],
  [
    chainMessy,
    'a certificate twice',
    { behind: [intermediate(), intermediate()] },
    'informational',
    /1 of 3 certificates are duplicates/,
  ],
  [
    chainMessy,
    'the wrong order',
    { ...viaSecond, behind: [second, intermediate({ issuer: 'CN=Second' })] },
    'informational',
    /not in order/,
  ],
  [chainMessy, 'the right order', { ...viaSecond, behind: [intermediate({ issuer: 'CN=Second' }), second] }, 'pass'],
  [
    chainMessy,
    'a stranger',
    { behind: [intermediate(), stranger] },
    'informational',
    /Stranger is the issuer of no other certificate/,
  ],
  [
    chainMessy,
    'two strangers, one of them called as hosts are',
    {
      behind: [
        intermediate(),
        stranger,
        { ...stranger, sha256: digest('9e'), subject: 'CN=other.test', commonName: 'other.test' },
      ],
    },
    'informational',
    /^Stranger, other\.test is the issuer of no other/m,
  ],
  [
    chainMessy,
    'octets that are no certificate',
    {
      behind: [
        intermediate(),
        { ...stranger, malformed: 'Broken', subject: '', issuer: '', commonName: null, notAfter: 0 },
      ],
    },
    'informational',
    /certificate \w+ is malformed\. Most/,
  ],
  [
    chainMessy,
    'two roots',
    { behind: [intermediate(), sentRoot, { ...sentRoot, sha256: digest('9f'), commonName: 'Another' }] },
    'informational',
    /ISRG Root X2, Another are roots/,
  ],
  [chainMessy, 'a cross-signed root that old clients need', { behind: [intermediate(), crossSigned] }, 'pass'],
  [
    chainMessy,
    'an expired twin of the issuer',
    { behind: [expiredTwin, intermediate()] },
    'informational',
    /E7 of old has expired/,
  ],
  [chainMessy, 'signed by itself', { path: [], behind: [stranger], problems: ['self-signed'] }, 'not-applicable'],
  [chainMessy, 'no path, and in order', { path: [], problems: ['unknown-issuer'] }, 'pass'],
  [
    chainMessy,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],
];

testRows(rows);
