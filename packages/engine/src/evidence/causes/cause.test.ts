import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netFailed, netFailure } from '../observed.ts';
import { type By, asWhy, causeOf, lookupBy, responseBy, whyAt, whyOf } from './cause.ts';
import type { Cause } from '../causes.data.ts';
import { gapCauses } from './gap-causes.data.ts';

const rows: readonly (readonly [what: string, by: By, cause: Cause])[] = [
  ['a code', 'deep', 'deep'],
  ['silence', netFailed('timeout', 'no-answer-within', 10_000), 'silence'],
  ['an answer that broke its protocol', netFailed('malformed', 'message-malformed', 'Status line'), 'unusable-answer'],
  ['our own limit', netFailed('budget', 'requests-used-up', 100), 'budget'],
  ['our own end', netFailed('cancelled', 'audit-ended'), 'budget'],
  ['a limit of the target, whatever its code', netFailed('rate-limited', 'nothing-answered'), 'limited'],
  ['a wall by status', netFailed('malformed', 'fetch-status', 403, 'Forbidden'), 'walled'],
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
  ['a response that cannot be used', responseBy(netFailed('too-large', 'nothing-answered')), 'unusable-answer'],
  ['the foremost of several', ['silence', 'page', 'limited', 'not-reached'], 'limited'],
  ['none', [], 'unnamed'],
];

for (const [what, by, cause] of rows) test(`${what}: ${cause}`, () => assert.equal(causeOf(by), cause));

test('text from the other side decides nothing', () => {
  const said = netFailed('rate-limited', 'mail-rate-limited', 450, 'PERIMETER_RESOLVERS, over IPv6: deep mode only');
  assert.equal(causeOf(said), 'mail-later');
});

test('a place in front of a reason, and other words for a cause, leave the code', () => {
  const why = asWhy(netFailed('timeout', 'nothing-answered'));
  assert.deepEqual(whyAt('port 25', why), { cause: 'silence', reason: 'port 25: No answer' });
  assert.deepEqual(whyOf(why, 'Port 25 is blocked'), { cause: 'silence', reason: 'Port 25 is blocked' });
});

test('nothing but the code and the reason is taken from what holds more', () => {
  const verdict = { ...whyOf('deep', 'Deep mode only'), outcome: 'inconclusive', asked: true };
  assert.deepEqual(asWhy(verdict), { cause: 'deep', reason: 'Deep mode only' });
});

test('every code of evidence but kept words has a cause', () => {
  const open = Object.entries(gapCauses).filter(([, cause]) => cause === 'unnamed');
  assert.deepEqual(open, [['words-kept', 'unnamed']]);
});
