import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netFailed, netFailure } from '../observed.ts';
import { asWhy, type By, causeOf, joinedWhy, lookupBy, lookupWhy, responseBy, whyAs, whyAt, whyBy } from './cause.ts';
import type { Cause } from '../causes.data.ts';
import { gapCauses } from './gap-causes.data.ts';

const rows: readonly (readonly [what: string, by: By, cause: Cause])[] = [
  ['a code', 'deep', 'deep'],
  ['silence', netFailed('timeout', 'no-answer-within', 10_000), 'silence'],
  ['an answer that broke its protocol', netFailed('malformed', 'message-malformed', 'Status line'), 'unusable-answer'],
  ['our own limit', netFailed('budget', 'requests-used-up', 100), 'budget'],
  ['our own end', netFailed('cancelled', 'audit-ended'), 'budget'],
  ['a limit of the target, whatever its code', netFailed('rate-limited', 'nothing-answered'), 'limited'],
  ['a legal demand', netFailed('malformed', 'fetch-status', 451, 'Unavailable For Legal Reasons'), 'legal'],
  ['a wall by status', netFailed('malformed', 'fetch-status', 403, 'Forbidden'), 'walled'],
  ['a login by status', netFailed('malformed', 'fetch-status', 401, 'Unauthorized'), 'site-login'],
  ['an error by status', netFailed('malformed', 'fetch-status', 502, 'Bad Gateway'), 'server-error'],
  ['a limit by status', netFailed('malformed', 'fetch-status', 429, 'Too Many Requests'), 'limited'],
  ['a step that failed', netFailed('reset', 'step-failed', 'connect(192.0.2.1:443)', 'ECONNRESET'), 'silence'],
  ['the registry', netFailed('timeout', 'step-too-long', 'ask-registry()', 5_000), 'registration'],
  ['a step that the server drew out', netFailed('timeout', 'step-too-long', 'session()', 30_000), 'slow'],
  ['a step that took too long', netFailed('timeout', 'step-too-long', 'inventory()', 30_000), 'budget'],
  ['the answer of a mail server', netFailed('malformed', 'answer-before-tls', 'STARTTLS', '454'), 'mail-server'],
  ['the answer of another server', netFailed('malformed', 'answer-before-tls', 'STLS', '-ERR'), 'unusable-answer'],
  ['words of an earlier version', netFailure.parse({ reason: 'timeout', detail: 'Deep mode only' }), 'deep'],
  ['a lookup without a failure', lookupBy(), 'name-servers'],
  ['a lookup that was silent', lookupBy(netFailed('timeout', 'nothing-answered')), 'name-servers'],
  ['a lookup that our limits stopped', lookupBy(netFailed('budget', 'queries-used-up', 4_000)), 'budget'],
  ['no response', responseBy(netFailed('closed', 'server-closed')), 'silence'],
  [
    'a response over HTTP/2 alone',
    responseBy(netFailed('http2-only', 'message-malformed', 'http2-answer')),
    'unsupported-here',
  ],
  [
    'a demand for a client certificate',
    responseBy(netFailed('tls', 'step-failed', 'read-response()', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')),
    'client-certificate',
  ],
  ['a header that differs over HTTP/2', whyBy('lacks-over-http2', { what: 'HSTS' }), 'by-protocol'],
  ['a response that cannot be used', responseBy(netFailed('too-large', 'nothing-answered')), 'unusable-answer'],
  ['the foremost of several', ['silence', 'page', 'limited', 'not-reached'], 'limited'],
  ['none', [], 'unnamed'],
];

for (const [what, by, cause] of rows) test(`${what}: ${cause}`, () => assert.equal(causeOf(by), cause));

test('text from the other side decides nothing', () => {
  const said = netFailed('rate-limited', 'mail-rate-limited', 450, 'PERIMETER_RESOLVERS, over IPv6: deep mode only');
  assert.equal(causeOf(said), 'mail-later');
});

test('a place in front of a reason leaves the code', () => {
  const why = asWhy(netFailed('timeout', 'nothing-answered'));
  assert.deepEqual(whyAt('port 25', why), { cause: 'silence', reason: 'port 25: No answer' });
});

test('a code gives its cause and its sentence, with the named values', () => {
  assert.deepEqual(whyBy('datagram-unanswered', { address: '192.0.2.1', port: 53 }), {
    cause: 'silence',
    reason: 'No answer from 192.0.2.1 UDP port 53: packets may be filtered',
  });
  assert.deepEqual(whyBy('zone-not-found'), { cause: 'name-servers', reason: 'The zone of the domain was not found' });
});

test('where the values show the cause, it is theirs', () => {
  const failure = netFailed('budget', 'queries-used-up', 4_000);
  assert.deepEqual(whyAs(failure, 'host-failed', { name: 'a.example', failure: '{name}' }), {
    cause: 'budget',
    reason: 'a.example: {name}',
  });
});

test('of several reasons in one, the foremost cause counts', () => {
  const all = joinedWhy(whyBy('page-unanswered', { url: 'https://a.example/' }), whyBy('barred-by-robots'));
  assert.equal(all.cause, 'robots');
  assert.match(all.reason, /^https:\/\/a\.example\/ did not answer; robots_txt: /);
});

test('a lookup without an answer says what ended it: the failure, the status, or nothing', () => {
  assert.equal(lookupWhy('TXT a.example').reason, 'TXT a.example: the lookup failed');
  assert.equal(lookupWhy('TXT a.example', undefined, 'servfail').reason, 'TXT a.example: servfail');
  const silent = lookupWhy('TXT a.example', netFailed('timeout', 'nothing-answered'));
  assert.deepEqual(silent, { cause: 'name-servers', reason: 'TXT a.example: timeout: No answer' });
});

test('nothing but the code and the reason is taken from what holds more', () => {
  const verdict = { cause: 'deep' as const, reason: 'Deep mode only', outcome: 'inconclusive', asked: true };
  assert.deepEqual(asWhy(verdict), { cause: 'deep', reason: 'Deep mode only' });
});

test('every code of evidence but kept words has a cause', () => {
  const open = Object.entries(gapCauses).filter(([, cause]) => cause === 'unnamed');
  assert.deepEqual(open, [['words-kept', 'unnamed']]);
});
