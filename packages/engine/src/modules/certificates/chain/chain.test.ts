import { certChainIncomplete, certChainMessy } from './chain.ts';
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
const newRoot = intermediate({ sha256: digest('8e'), subject: 'CN=Root YE,O=ISRG,C=US', commonName: 'Root YE' });
const ofNewRoot = intermediate({ issuer: newRoot.subject });
const second = intermediate({
  sha256: digest('4b'),
  subject: 'CN=Second',
  commonName: 'Second',
  issuer: intermediate().issuer,
});
const viaSecond = { path: [intermediate({ issuer: 'CN=Second' }), second, root()] };

const rows: readonly Row[] = [
  [certChainIncomplete, 'leaf and intermediate', {}, 'pass', /2 certificates served/],
  [
    certChainIncomplete,
    'the intermediate had to be fetched',
    incomplete,
    'fail',
    /needs E7, which the server did not send/,
  ],
  [certChainIncomplete, 'and has expired: that is another check', { ...incomplete, problems: ['expired'] }, 'fail'],
  [
    certChainIncomplete,
    'fetched, though what was served suffices',
    { ...incomplete, verdict: { servedSuffices: true } },
    'pass',
  ],
  [certChainIncomplete, 'expired, with all that is needed', { problems: ['expired'] }, 'pass'],
  [
    certChainIncomplete,
    'SSL 2.0 cannot send more than the leaf',
    { ...incomplete, chain: { viaVersion: 'SSLv2' } },
    'not-applicable',
  ],
  [certChainIncomplete, 'no path was found', { behind: [], path: [], problems: ['unknown-issuer'] }, 'not-applicable'],
  [
    certChainIncomplete,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certChainMessy, 'leaf and intermediate', {}, 'pass', /2 certificates in order/],
  [certChainMessy, 'SSL 2.0 has no order', { ...incomplete, chain: { viaVersion: 'SSLv2' } }, 'not-applicable'],
  [certChainMessy, 'the leaf alone is incomplete, not untidy', incomplete, 'pass'],
  [certChainMessy, 'the root too', { behind: [intermediate(), sentRoot] }, 'informational', /ISRG Root X2 is a root/],
  [
    certChainMessy,
    'a certificate twice',
    { behind: [intermediate(), intermediate()] },
    'informational',
    /1 of 3 certificates are duplicates/,
  ],
  [
    certChainMessy,
    'the wrong order',
    { ...viaSecond, behind: [second, intermediate({ issuer: 'CN=Second' })] },
    'informational',
    /not in order/,
  ],
  [
    certChainMessy,
    'the right order',
    { ...viaSecond, behind: [intermediate({ issuer: 'CN=Second' }), second] },
    'pass',
  ],
  [
    certChainMessy,
    'a stranger',
    { behind: [intermediate(), stranger] },
    'informational',
    /Stranger is the issuer of no other certificate/,
  ],
  [
    certChainMessy,
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
    certChainMessy,
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
    certChainMessy,
    'two roots',
    { behind: [intermediate(), sentRoot, { ...sentRoot, sha256: digest('9f'), commonName: 'Another' }] },
    'informational',
    /ISRG Root X2, Another are roots/,
  ],
  [certChainMessy, 'a cross-signed root that old clients need', { behind: [intermediate(), crossSigned] }, 'pass'],
  [
    certChainMessy,
    'a new root signed by an old one, which an older one signed too',
    { behind: [ofNewRoot, newRoot, crossSigned], path: [ofNewRoot, newRoot, root()] },
    'pass',
  ],
  [
    certChainMessy,
    'an expired twin of the issuer',
    { behind: [expiredTwin, intermediate()] },
    'informational',
    /E7 of old has expired/,
  ],
  [certChainMessy, 'signed by itself', { path: [], behind: [stranger], problems: ['self-signed'] }, 'not-applicable'],
  [certChainMessy, 'no path, and in order', { path: [], problems: ['unknown-issuer'] }, 'pass'],
  [
    certChainMessy,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],
];

testRows(rows);
