import { rowTester } from '../../../catalogue/testing/rows.ts';
import { acceptedVersion, goodEndpoint, goodVersions, refusedVersion } from '../../../evidence/tls/example.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { nullMx, saysMoreThanReady, sessionOf, testRows, tlsOf, transportOf } from '../testing/evidence.ts';
import { smtpCiphersBroken, smtpPq, smtpTlsObsoleteOffered, smtpTlsObsoleteOnly } from './tls.ts';

const plain = sessionOf({ startTls: seen({ outcome: 'not-offered' }) });
const silent = sessionOf({ startTls: unseen('timeout', 'nothing-answered') });

testRows([
  [smtpTlsObsoleteOnly, 'TLS 1.3', transportOf(), 'pass'],
  [smtpTlsObsoleteOnly, 'TLS 1.2', tlsOf({ version: 'TLSv1.2', suite: 0xc02f, group: null }), 'pass'],
  [
    smtpTlsObsoleteOnly,
    'TLS 1.0 at best',
    tlsOf({ version: 'TLSv1.0', suite: 0xc013, group: null }),
    'fail',
    /TLSv1\.0/,
  ],
  [smtpTlsObsoleteOnly, 'no TLS', plain, 'not-applicable'],
  [smtpTlsObsoleteOnly, 'no answer', silent, 'inconclusive'],
  [smtpTlsObsoleteOnly, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'inconclusive'],
  [smtpPq, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'inconclusive'],
  [smtpPq, 'hybrid', transportOf(), 'pass'],
  [smtpPq, 'X25519', tlsOf({ group: 0x001d }), 'informational', /x25519/],
  [smtpPq, 'TLS 1.2', tlsOf({ version: 'TLSv1.2', group: null }), 'informational'],
  [smtpPq, 'the group is not shown', tlsOf({ group: null }), 'inconclusive'],
  [smtpPq, 'no TLS', plain, 'not-applicable'],
]);

const mail: TlsEndpoint = { ...goodEndpoint, serverName: 'mx.site.lab', port: 25 };
const deep = (change: Partial<TlsEndpoint>, base = transportOf()) => ({
  ...base,
  mailTls: { endpoints: [{ ...mail, ...change }] },
});
const without = (base = transportOf()) => ({ ...base, mailTls: { endpoints: [] } });
const withVersion = (version: TlsEndpoint['versions'][number]) =>
  deep({ versions: goodVersions.map((one) => (one.version === version.version ? version : one)) });

rowTester((evidence: ReturnType<typeof deep>) => evidence, {
  fail: /Expected: [^]*\nReproduce: (?:openssl s_client -starttls smtp|nmap -Pn -p 25) /,
})([
  [smtpTlsObsoleteOffered, 'only current versions', deep({}), 'pass'],
  [smtpTlsObsoleteOffered, 'TLS 1.1 too', withVersion(acceptedVersion('TLSv1.1', [0xc013])), 'fail', /TLSv1\.1/],
  [
    smtpTlsObsoleteOffered,
    'TLS 1.0 is unknown',
    withVersion({ ...refusedVersion('TLSv1.0'), accepted: unseen('timeout', 'nothing-answered') }),
    'inconclusive',
  ],
  [smtpTlsObsoleteOffered, 'no inventory', without(), 'inconclusive'],
  [smtpTlsObsoleteOffered, 'no server has STARTTLS', without(plain), 'not-applicable'],
  [smtpTlsObsoleteOffered, 'the domain takes no mail', without(nullMx), 'not-applicable'],
  [smtpCiphersBroken, 'sound suites', deep({}), 'pass'],
  [smtpCiphersBroken, 'RC4', withVersion(acceptedVersion('TLSv1.2', [0xc02f, 0x0005])), 'fail', /RC4/],
  [smtpCiphersBroken, 'NULL', withVersion(acceptedVersion('TLSv1.2', [0xc02f, 0x003b])), 'fail', /-cipher eNULL/],
  [smtpCiphersBroken, 'export', withVersion(acceptedVersion('TLSv1.2', [0x0003])), 'fail'],
  [
    smtpCiphersBroken,
    'anonymous alone, which costs senders nothing',
    withVersion(acceptedVersion('TLSv1.2', [0xc02f, 0xc018])),
    'pass',
  ],
  [
    smtpCiphersBroken,
    'the enumeration was interrupted',
    withVersion(acceptedVersion('TLSv1.2', [0xc02f], { complete: false })),
    'inconclusive',
  ],
]);
