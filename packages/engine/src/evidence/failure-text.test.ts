import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { detailOf, failureText } from './failure-text.ts';
import { gapTexts } from './gap-texts.data.ts';
import { netFailed, observed, unclear, unseen, untested } from './observed.ts';

const fact = observed(z.boolean());

/** The failure as it is read from stored evidence. */
function stored(unknown: unknown) {
  const read = fact.parse(JSON.parse(JSON.stringify(unknown)));
  assert.ok(!read.known);
  return read.failure;
}

test('evidence of an untested fact holds a code, and reading it gives the words', () => {
  const failure = stored(untested('version-not-accepted'));
  assert.deepEqual(failure, { reason: 'not-tested', gap: 'version-not-accepted' });
  assert.equal(detailOf(failure), 'The version is not accepted');
  assert.equal(failureText(failure), 'not-tested: The version is not accepted');
});

test('the words of a gap include what the server sent', () => {
  const failure = stored(untested('no-upgrade', '454 TLS not available'));
  assert.equal(detailOf(failure), 'The server does not upgrade: 454 TLS not available');
});

test('an unclear answer keeps its network reason beside the code', () => {
  const failure = stored(unclear('timeout', 'upgrade-unanswered', 'STARTTLS'));
  assert.deepEqual(failure, { reason: 'timeout', gap: 'upgrade-unanswered', values: ['STARTTLS'] });
  assert.equal(failureText(failure), 'timeout: STARTTLS was not answered');
});

test('a network failure is a code with its values, or the words of an earlier audit', () => {
  const failure = stored(unseen('reset', 'connection-reset', 'ECONNRESET'));
  assert.deepEqual(failure, { reason: 'reset', gap: 'connection-reset', values: ['ECONNRESET'] });
  assert.equal(failureText(failure), 'reset: Connection was reset (ECONNRESET)');
  const worded = (detail: string) => stored({ known: false, failure: { reason: 'reset', detail } });
  assert.equal(failureText(worded('Reset at once')), 'reset: Reset at once');
  assert.equal(failureText(worded('')), 'reset');
});

test('words and unknown codes are rejected as evidence of an untested fact', () => {
  for (const failure of [
    { reason: 'not-tested', detail: 'The version is not accepted' },
    { reason: 'not-tested', gap: 'The version is not accepted' },
    { reason: 'not-tested', gap: 'toString' },
  ])
    assert.equal(fact.safeParse({ known: false, failure }).success, false);
});

test('each gap has words of its own', () => {
  const texts = Object.values(gapTexts);
  assert.equal(new Set(texts).size, texts.length);
});

test('a codec error is stored as a code and shown in words; words of earlier audits stay as they are', () => {
  const { kept, message } = new ProtocolError('name-cut-off', 12);
  assert.equal(kept, 'name-cut-off@12');
  const coded = netFailed('malformed', 'resolver-malformed', kept);
  assert.equal(detailOf(coded), "The resolver's answer is malformed: Name is cut off at offset 12");
  assert.equal(detailOf(netFailed('malformed', 'resolver-malformed', message)), detailOf(coded));
});
