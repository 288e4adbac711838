import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEgressMemory, type MailContact } from './egress.ts';

const visit = (registrableDomain: string, ...contacts: MailContact[]) => ({
  registrableDomain,
  contacts,
  intercepted: null,
});

test('silence of all mail servers before any success is a blocked port, which is tested again later', () => {
  let now = 0;
  const memory = createEgressMemory('auto', { nowMs: () => now });
  assert.equal(memory.learn(visit('a.lab', 'silent', 'local')).port25, 'blocked');
  assert.equal(memory.mayTry(), false);
  now += 300_001;
  assert.equal(memory.mayTry(), true);
  assert.deepEqual(memory.learn(visit('b.lab', 'answered')), { port25: 'open', how: 'connected' });
  now += 3_600_000;
  assert.deepEqual(memory.state(), { port25: 'open', how: 'seen-before' });
});

test('after a success, three silent domains in a row mean a blocked port, and not fewer', () => {
  const memory = createEgressMemory('auto', { nowMs: () => 0 });
  memory.learn(visit('a.lab', 'answered'));
  assert.equal(memory.learn(visit('b.lab', 'silent')).port25, 'open');
  assert.equal(memory.learn(visit('b.lab', 'silent')).port25, 'open', 'the same domain again');
  assert.equal(memory.learn(visit('c.lab', 'silent')).port25, 'open');
  assert.deepEqual(memory.learn(visit('d.lab', 'silent')), { port25: 'blocked', how: 'domains-in-a-row' });
});

test('refused connections alone prove nothing, and a domain without mail servers changes nothing', () => {
  const memory = createEgressMemory('auto', { nowMs: () => 0 });
  assert.deepEqual(memory.learn(visit('a.lab', 'refused', 'silent')), { port25: 'unknown', how: 'no-answer' });
  assert.deepEqual(memory.learn(visit('b.lab')), { port25: 'unknown', how: 'not-tried' });
});

test("the operator's setting takes precedence", () => {
  const blocked = createEgressMemory('blocked', { nowMs: () => 0 });
  assert.equal(blocked.mayTry(), false);
  const open = createEgressMemory('open', { nowMs: () => 0 });
  assert.deepEqual(open.learn(visit('a.lab', 'silent')), { port25: 'open', how: 'configured' });
});

test('the control host is tested once an hour, and its silence means a blocked port', () => {
  let now = 0;
  const memory = createEgressMemory({ address: '192.0.2.25', port: 25 }, { nowMs: () => now });
  assert.equal(memory.isControlDue(), true);
  memory.learnControl(false);
  assert.deepEqual([memory.isControlDue(), memory.mayTry()], [false, false]);
  now += 3_600_000;
  assert.equal(memory.isControlDue(), true);
  assert.deepEqual(memory.learnControl(true), { port25: 'open', how: 'control-host' });
  assert.equal(memory.mayTry(), true);
});

test('an interceptor only affects the audit that detected it', () => {
  const memory = createEgressMemory('auto', { nowMs: () => 0 });
  const state = memory.learn({ ...visit('a.lab', 'answered'), intercepted: 'masked-replies' });
  assert.deepEqual(state, { port25: 'intercepted', how: 'masked-replies' });
  assert.equal(memory.state().port25, 'unknown');
});

test('a blocked port is reported once until it opens', () => {
  const told: string[] = [];
  const memory = createEgressMemory('auto', { nowMs: () => 0, onBlocked: ({ how }) => told.push(how) });
  memory.learn(visit('a.lab', 'silent'));
  memory.learn(visit('b.lab', 'silent'));
  assert.deepEqual(told, ['all-silent']);
  memory.learn(visit('c.lab', 'answered'));
  for (const domain of ['d.lab', 'e.lab', 'f.lab']) memory.learn(visit(domain, 'silent'));
  assert.deepEqual(told, ['all-silent', 'domains-in-a-row']);
});
