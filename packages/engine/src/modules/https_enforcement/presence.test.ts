import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { silent } from '../derive/http/testing/evidence.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { netFailed, unseen } from '../../evidence/observed.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { httpBotWall, httpsMissing, httpsWwwBroken } from './presence.ts';
import { certificatesOf, type EnforcementRow, hsts, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const plainOnly = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'refused']],
});
const plainAndSilent = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'timeout']],
});
const answeredInClear = unseen('malformed', 'answer-not-tls', 'not-a-tls-record@0');
const webOnTlsPort = {
  ...goodEndpoint,
  speaksTls: false,
  versions: goodEndpoint.versions.map((version) => ({ ...version, accepted: answeredInClear })),
};
/** Port 443 of these hosts answers as a web server without TLS does. */
const inClear = (evidence: ReturnType<typeof visits>, ...hosts: readonly string[]): ReturnType<typeof visits> => ({
  ...evidence,
  tls: { endpoints: hosts.map((serverName) => ({ ...webOnTlsPort, serverName })) },
});
const plainAndFailed = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'tls']],
});
const plainAndHttp2 = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'http2-only']],
});
const plainAndDemanding: typeof plainAndFailed = {
  ...plainAndFailed,
  http: {
    ...plainAndFailed.http,
    exchanges: plainAndFailed.http.exchanges.map((exchange) => ({
      ...exchange,
      result: exchange.result.ok
        ? exchange.result
        : {
            ok: false,
            failure: netFailed('tls', 'step-failed', 'read-response()', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
          },
    })),
  },
};
const page = ['https://site.lab/', 200, hsts()] as const;
const www = (
  ...hop:
    | readonly ['https://www.site.lab/', 'refused' | 'timeout' | 'tls' | 'http2-only']
    | readonly ['https://www.site.lab/', 200]
) => visits({ 'http-www': [['http://www.site.lab/', 200]], 'https-apex': [page], 'https-www': [hop] });
const challenge = visits({ 'https-apex': [['https://site.lab/', 403, 'CF-Mitigated: challenge']] });

const rows: EnforcementRow[] = [
  [httpsMissing, 'port 443 is closed', plainOnly, 'fail', /port 443 is closed/],
  [
    httpsMissing,
    'a redirect to https at another port, which is silent',
    visits({
      'http-apex': [
        ['http://site.lab/', 301, 'Location: https://site.lab:8443/'],
        ['https://site.lab:8443/', 'timeout'],
      ],
      'https-apex': [['https://site.lab/', 'refused']],
    }),
    'inconclusive',
    /https:\/\/site\.lab:8443\/ did not answer/,
  ],
  [httpBotWall, 'a legal demand', visits({ 'https-apex': [['https://site.lab/', 451]] }), 'pass'],
  [httpsMissing, 'port 443 is silent', plainAndSilent, 'inconclusive'],
  [httpsMissing, 'port 443 fails in TLS', plainAndFailed, 'inconclusive'],
  [
    httpsMissing,
    'port 443 answers in plain HTTP',
    inClear(plainAndFailed, 'site.lab'),
    'fail',
    /port 443 answers without TLS[^]*openssl s_client -connect/,
  ],
  [httpsMissing, 'it answers', sound(), 'pass'],
  [httpsMissing, 'it answers over HTTP/2 alone', plainAndHttp2, 'pass'],
  [httpsMissing, 'it demands a client certificate', plainAndDemanding, 'pass'],
  [httpsWwwBroken, 'www speaks HTTP/2 alone', www('https://www.site.lab/', 'http2-only'), 'pass'],
  [httpBotWall, 'HTTP/2 alone', plainAndHttp2, 'pass'],
  [httpBotWall, 'a demand for a client certificate', plainAndDemanding, 'pass'],
  [
    httpBotWall,
    'a page that demands a client certificate',
    visits(
      { 'https-apex': [['https://site.lab/', 400]] },
      { bodies: { 'https://site.lab/': 'No required SSL certificate was sent' } },
    ),
    'pass',
  ],
  [httpsMissing, 'silence', nothing, 'inconclusive'],
  [httpsWwwBroken, 'www refuses', www('https://www.site.lab/', 'refused'), 'fail', /It answers over http/],
  [httpsWwwBroken, 'www is silent', www('https://www.site.lab/', 'timeout'), 'inconclusive'],
  [
    httpsWwwBroken,
    'www answers port 443 in plain HTTP',
    inClear(www('https://www.site.lab/', 'tls'), 'www.site.lab'),
    'fail',
    /www\.site\.lab answers port 443 without TLS/,
  ],
  [httpsWwwBroken, 'both answer', www('https://www.site.lab/', 200), 'pass'],
  [httpsWwwBroken, 'one name', sound(), 'not-applicable'],
  [
    httpsWwwBroken,
    'the apex of a www target refuses',
    visits({ 'https-www': [page], 'https-sibling': [['https://site.lab/x', 'refused']] }),
    'fail',
  ],
  [httpsWwwBroken, 'neither answers', plainOnly, 'not-applicable'],
  [httpBotWall, 'a challenge', challenge, 'informational', /PerimeterAudit/],
  [httpBotWall, 'a rate limit', visits({ 'https-apex': [['https://site.lab/', 429]] }), 'informational', /rate limit/],
  [httpBotWall, 'the site', sound(), 'pass'],
  [httpBotWall, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);

test('two visits that end at one wall are one observation', () => {
  const both = visits({
    'http-apex': [
      ['http://site.lab/', 301, 'Location: https://site.lab/'],
      ['https://site.lab/', 403, 'CF-Mitigated: challenge'],
    ],
    'https-apex': [['https://site.lab/', 403, 'CF-Mitigated: challenge']],
  });
  assert.equal(draftsOf(httpBotWall.evaluate(both)).length, 1);
});
