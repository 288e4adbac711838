import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from './failure-text.ts';
import { netFailed } from './observed.ts';
import { stepTexts } from './step-texts.data.ts';
import { stepText } from './step.ts';

test('the words of a step are made from its code and its place', () => {
  assert.equal(stepText('connect([2001:db8::1]:25)'), 'Connecting to [2001:db8::1]:25');
  assert.equal(stepText('tls-handshake()'), 'TLS handshake');
  assert.equal(
    failureText(netFailed('refused', 'step-failed', 'connect(192.0.2.1:443)', 'ECONNREFUSED')),
    'refused: Connecting to 192.0.2.1:443 failed: ECONNREFUSED',
  );
});

test('what earlier versions kept, and whatever is no step, is shown as it is', () => {
  for (const kept of ['Connecting to 192.0.2.1:443', 'toString()', 'ROBOT', 'no-such-step(x)', ''])
    assert.equal(stepText(kept), kept);
});

test('each code is read as a code', () => {
  for (const code of Object.keys(stepTexts)) assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
});
