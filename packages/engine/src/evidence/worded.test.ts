import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demandsCertificate, detailOf, endedBy, isAddressless } from './failure-text.ts';
import { netFailure } from './observed.ts';
import { causeOf } from './causes/cause.ts';
import { causes } from './causes.data.ts';
import { wordedCauses } from './worded.data.ts';
import { isInRefusedRange, isOptedOut } from './refused-address.ts';
import { causeOfWords } from './worded.ts';

/** Sentences as earlier versions wrote them: their words stay, whatever those of today are. */
const sentences: readonly (readonly [sentence: string, cause: string])[] = [
  ['Port 25 is blocked on the network of this scanner, so mail servers cannot be reached', 'port-25'],
  ['port_53_blocked: name servers cannot be queried directly from here', 'port-53'],
  ['TXT _dmarc.example.com: timeout: The resolver did not answer in 3000 ms', 'name-servers'],
  ['No HTTP response was received (timeout: No answer within 10000 ms)', 'silence'],
  ['No HTTP response could be read (malformed: Message cannot be read: Status line)', 'unusable-answer'],
  [
    '/.env: the server sent an answer that cannot be used (malformed: Content-Encoding gzip is broken)',
    'unusable-answer',
  ],
  ['/.env: the server did not answer (timeout: No answer within 5000 ms)', 'silence'],
  ['/.env: the site limits requests', 'limited'],
  ['GET https://a.test/ was answered with status 429', 'limited'],
  ['https://a.test/ answered with status 403, not with the site', 'walled'],
  ['https://a.test/ answered with status 451, not with the site', 'legal'],
  ['https://a.test/ answered with status 500, not with a page', 'server-error'],
  ['GET https://a.test/ was answered with status 502', 'server-error'],
  ['GET https://a.test/ was answered with status 503', 'limited'],
  ['security.txt: status 500', 'server-error'],
  ['/.env: the server failed', 'server-error'],
  ['The table of routes cannot be used: line 3', 'old-list'],
  ['No table of routes is set (PERIMETER_ROUTES)', 'setting'],
  ['The list of libraries is outdated (2026-01-01): it does not show that none is known', 'old-list'],
  ['tls_intercepted: a proxy intercepts TLS on the way from the auditing machine', 'tls-intercepted'],
  ['Deep mode only', 'deep'],
  ['robots_txt: robots.txt of the site bars this audit', 'robots'],
  ['The server requires a client certificate to complete the handshake (TLSv1.2)', 'client-certificate'],
  ['TLS_KRB5_WITH_RC4_128_SHA is not supported here', 'unsupported-here'],
  ['exists:%{i}.example.com depends on the message', 'per-message'],
  ['A wildcard answers for every selector, so real keys cannot be distinguished', 'selectors'],
  ['STARTTLS failed, so the certificate was not seen', 'mail-server'],
  ['Internal error in this check', 'internal-error'],
  ['Two equal tries were answered differently', 'unlike'],
  ["The audit's 4000 DNS queries are used up", 'budget'],
  ['3 scripts of the site were not read', 'page'],
  ['No tls evidence: it was not collected', 'no-evidence'],
  ['The registry answered with status 500, which does not show whether the domain is registered', 'registration'],
  ['The mail server refuses this scanner with code 554: blocked', 'mail-refused'],
  ['mx.a.lab 192.0.2.25:25: The mail server asked to come back later with code 450: busy', 'mail-later'],
  [
    'mx.a.lab 192.0.2.25:25: The mail server greylists strangers and asked to come back later with code 451: port 25 is for deep mode',
    'mail-later',
  ],
  ['Registration of silence.example: No answer within 10000 ms', 'registration'],
  ['Every suite was refused', 'silence'],
  ['Port 25 is open and did not identify its service', 'service'],
  ['The service on port 143 did not list its capabilities', 'service'],
  ['list.test did not say whether it lists 192.0.2.80', 'block-list'],
  ['mx.example.com 192.0.2.25:25: 554 listed', 'mail-server'],
  ['list.test answers with addresses outside of 127.0.0.0/8, as no list does (RFC 5782 section 2.1)', 'block-list'],
  ['list.test does not answer as a block list does (RFC 5782 section 5)', 'block-list'],
  ['rsync answers on port 873; whether it lists modules to strangers is not tested', 'login'],
  ['MQTT is open on port 1883; whether it requires a login is not tested, because that takes a login', 'login'],
  ['Several systems announce the same network', 'routes'],
  ['TXT _mta-sts.example.com: timeout: No answer', 'name-servers'],
  [
    'TXT _dmarc.example.com: malformed: DNSSEC validation of the answer fails, so receivers that validate get an error in place of it',
    'dnssec',
  ],
  [
    'example.com A: what the resolver has fails validation, what a name server of the zone answers does not',
    'disputed',
  ],
  ['_mta-sts.a.lab TXT: the resolver removes signatures or proofs', 'stripping'],
  ...['_mta-sts.a.lab TXT', 'smtp.a.lab A', '_smtp._tls.greet.lab TXT'].map(
    (place) => [`${place}: no answer`, 'name-servers'] as const,
  ),
  ['The CAA query for a.lab ended in SERVFAIL, and CAs that climb to it issue nothing for www.a.lab then', 'caa-climb'],
  [
    'TXT _mta-sts.a.lab: malformed: The resolver and the name servers of the zone contradict each other about it, so it may filter names',
    'contradicted',
  ],
  ['TXT _smtp._tls.example.com: The resolver answered servfail', 'name-servers'],
  ['TXT spf.example.com: the records are longer than an audit reads', 'long-records'],
  ['TXT example.com: unreachable: No resolver is configured', 'no-resolver'],
  ['MTA-STS policy: timeout: No answer', 'silence'],
  ['mx.example.com: DNSSEC of the mail servers is indeterminate', 'name-servers'],
  ['mx.example.com: The mail server could not be looked up', 'name-servers'],
  ['unreachable: mta-sts.example.com has no address (nodata, servfail)', 'name-servers'],
  [
    'It is unknown whether the SCTs suffice: one is from a log that is not in the list, The log is unknown',
    'certificate',
  ],
  ['192.0.2.1 was not compared (429 Too Many Requests)', 'limited'],
  ['12 hosts were not requested, because there are more than an audit requests', 'budget'],
  ['Addresses beyond four per family were not compared: 192.0.2.5', 'budget'],
  ['12 referenced domains were not looked up', 'not-reached'],
  ['A cdn.example was not queried', 'not-reached'],
  ['_acme-challenge.example.com: no usable answer from DNS', 'name-servers'],
  ['example.com AAAA: no answer', 'name-servers'],
  ['/.env: the answer could not be read', 'unusable-answer'],
  ['TLS was not seen at 192.0.2.1:443: the answer was in another protocol', 'unusable-answer'],
  ['TLS was not seen at 192.0.2.1:443: No answer within 10000 ms', 'silence'],
  ['https://a.test/: Not seen whether http does not redirect to https on the same host first', 'not-reached'],
  ['/.env: the site answers paths that do not exist in the same way', 'walled'],
  ['security.txt: status 403', 'walled'],
  ['/.env: the audit had sent as many requests as it may send to one site', 'budget'],
  ['_sip._tls.example.com: no usable answer from DNS', 'name-servers'],
  ['example.com AAAA: signature expired', 'name-servers'],
  ['192.0.2.1:443: The EC key is on secp256k1, which browsers do not support', 'certificate'],
  ['192.0.2.1:443: The cipher suite enumeration for TLSv1.2 was interrupted', 'not-reached'],
  ['192.0.2.1:443: Not every cipher suite was tested with TLSv1.2', 'not-reached'],
  ['mx.example.com 192.0.2.25:25: timeout: The session took longer than 30000 ms', 'slow'],
  ['192.0.2.25:25: timeout: The TLS handshake took longer than 10000 ms', 'slow'],
  [
    'The redirects do not lead to a document: https://a.test/ did not answer (reset: TLS handshake failed: ECONNRESET)',
    'silence',
  ],
  // Text from the other side does not decide the cause: host names, and servers' messages.
  ['TXT _dmarc.registry.example: timeout: The resolver did not answer in 3000 ms', 'name-servers'],
  ['TXT silence.registration.example: The resolver answered servfail', 'name-servers'],
  ['TXT _mta-sts.dkim-selector.example: timeout: No answer', 'name-servers'],
  ['mx.example.com 192.0.2.25:25: 554 port 25 is for deep mode', 'mail-server'],
  ['mx.a.lab: The mail server greeted with code 554: PERIMETER_RESOLVERS, over IPv6', 'mail-server'],
  ['mx.a.lab: The mail server refused EHLO with code 502: silence', 'mail-server'],
  ['mx.a.lab: The mail server does not speak SMTP: "RDAP registry"', 'mail-server'],
];

for (const [sentence, cause] of sentences)
  test(`"${sentence}" meant ${cause}`, () => assert.equal(causeOfWords(sentence), cause));

test('a sentence that no version wrote has no cause', () => assert.equal(causeOfWords('Xyzzy'), 'unnamed'));

test('every cause that earlier versions knew is read, once, in the order in which it counts', () => {
  assert.deepEqual([...wordedCauses.map(([cause]) => cause), 'unnamed'], Object.keys(causes));
});

test('a failure that was kept in words is read with a code, and reads as before', () => {
  const read = netFailure.parse({ reason: 'timeout', detail: 'No answer within 10000 ms' });
  assert.deepEqual(read, { reason: 'timeout', gap: 'words-kept', values: ['No answer within 10000 ms'] });
  assert.equal(detailOf(read), 'No answer within 10000 ms');
  assert.equal(causeOf(read), 'silence');
});

test('a name without an address was kept in words', () => {
  const read = netFailure.parse({
    reason: 'unreachable',
    detail: 'mta-sts.example.com has no address (nodata, nxdomain)',
  });
  assert.ok(isAddressless(read));
  assert.equal(detailOf(read), 'mta-sts.example.com has no address (nodata, nxdomain)');
  assert.ok(
    !isAddressless(netFailure.parse({ reason: 'unreachable', detail: 'a.test has no address (nodata, servfail)' })),
  );
});

test("errors of the platform's TLS end what was kept in words", () => {
  const detail = 'TLS handshake failed: ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
  const read = netFailure.parse({ reason: 'tls', detail });
  assert.ok(demandsCertificate(read) && endedBy(read, 'ALERT_CERTIFICATE_REQUIRED'));
});

test('a refused address was known by its words; its code counts before them', () => {
  const ranges = [
    '10.0.0.0/8 Private-Use (RFC 1918)',
    'fc00::/7 Unique-Local (RFC 4193)',
    'outside 2000::/3 (RFC 4291)',
  ];
  for (const blockedBy of ranges) assert.ok(isInRefusedRange({ blockedBy }), blockedBy);
  for (const blockedBy of ['opted-out', 'an address of this machine', 'not a canonical numeric address', undefined])
    assert.ok(!isInRefusedRange({ blockedBy }), blockedBy);
  assert.ok(isInRefusedRange({ refusal: 'range', blockedBy: 'Words' }));
  assert.ok(!isInRefusedRange({ refusal: 'own', blockedBy: '10.0.0.1' }));
  assert.ok(isOptedOut({ blockedBy: 'opted-out' }) && isOptedOut({ refusal: 'opted-out', blockedBy: 'Words' }));
  assert.ok(!isOptedOut({}) && !isOptedOut({ refusal: 'own', blockedBy: 'opted-out' }));
});
