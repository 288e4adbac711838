import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts as everyPart } from '../services/plan.ts';
import { parseOptions } from './options.ts';

test('without arguments the whole lab stays up on the fast path', () => {
  const { parts, rttMs, command } = parseOptions([]);
  assert.deepEqual(parts, everyPart);
  assert.equal(rttMs, 0);
  assert.deepEqual(command, []);
});

test('options end where the command begins, and its own options stay its own', () => {
  const options = parseOptions(['--rtt', '50', '--only=dns,web', 'curl', '-s', '--rtt', '7']);
  assert.deepEqual(options, { rttMs: 50, parts: ['dns', 'web'], command: ['curl', '-s', '--rtt', '7'] });
});

test('two dashes before the command are no part of it', () => {
  assert.deepEqual(parseOptions(['--', 'node', '--', 'x']).command, ['node', '--', 'x']);
});

test('an unknown part, option or time is refused with a message', () => {
  assert.throws(() => parseOptions(['--only', 'mail']), /mail is not one of/);
  assert.throws(() => parseOptions(['--rtt', 'fast']), /not a number of milliseconds/);
  assert.throws(() => parseOptions(['--frobnicate', 'x', 'y']));
});
