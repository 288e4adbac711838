import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@perimeter/protocols/durations';
import type { CertificateFacts } from '../evidence/certificates/schema.ts';
import { type AuditEvidence, evidenceVersion } from '../evidence/evidence.ts';
import type { RememberedKey } from '../evidence/history/schema.ts';
import { mutePort, quietAddress } from '../evidence/ports/example.ts';
import { noPorts } from '../evidence/ports/none.ts';
import type { SweptAddress } from '../evidence/ports/schema.ts';
import { audited, together } from '../modules/certificates/testing/evidence.ts';
import { memoryAfter } from './remember.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');

type LeafChanges = Partial<CertificateFacts>;

const leafWith = (digit: string, changes: LeafChanges = {}): LeafChanges => ({
  sha256: digit.repeat(64),
  key: { algorithm: 'ec', bits: 256, curve: 'P-256', exponent: null, spkiSha256: digit.repeat(64), weakness: null },
  ...changes,
});

function evidenceOf(days: number, ...leaves: readonly LeafChanges[]): AuditEvidence {
  const [first, ...others] = leaves.map((leaf) => audited({ leaf }));
  const target = { domain: 'a.test', registrableDomain: 'a.test', scanMode: 'deep', seed: '' } as const;
  const evidence = first === undefined ? {} : together(first, ...others);
  return {
    version: evidenceVersion,
    ...evidence,
    target: { ...target, startedAtMs: startMs + days * dayMs },
    missing: [],
  };
}

const seenIn = (keys: readonly RememberedKey[]) =>
  keys.map(({ spkiSha256, firstSeenMs, lastSeenMs }) => [
    spkiSha256.slice(0, 1),
    (firstSeenMs - startMs) / dayMs,
    (lastSeenMs - startMs) / dayMs,
  ]);

test('ports are stored by the last audit of each address, and those of foreign addresses are not', () => {
  const place = { ...quietAddress, closed: [6379], silent: [3306] };
  const seen = (addresses: readonly SweptAddress[], ...open: number[]): AuditEvidence => ({
    ...evidenceOf(0),
    ports: { ...noPorts, notAsked: null, addresses: [...addresses], open: open.map((port) => ({ ...mutePort, port })) },
  });
  const first = memoryAfter(null, seen([place], 22), {});
  const { address } = place;
  assert.deepEqual(first.ports, [{ address, open: [22], closed: [6379, 3306], lastSeenMs: startMs }]);
  // Open now, closed before; untested ports keep their state.
  const second = memoryAfter(first, seen([{ ...quietAddress, closed: [22] }], 6379), {});
  assert.deepEqual(second.ports, [{ address, open: [6379], closed: [22, 3306], lastSeenMs: startMs }]);
  const edge = { ...place, edge: { name: 'x', by: 'range' as const } };
  assert.deepEqual(memoryAfter(null, seen([edge], 8080), {}).ports, []);
  assert.deepEqual(memoryAfter(null, seen([{ ...place, tarpit: true }], 22), {}).ports, []);
  assert.deepEqual(memoryAfter(first, evidenceOf(1), {}).ports, first.ports);
});

test('a key is stored with the first and last audit that saw it', () => {
  const first = memoryAfter(null, evidenceOf(0, leafWith('1')), {});
  assert.deepEqual([first.sinceMs, seenIn(first.keys)], [startMs, [['1', 0, 0]]]);
  const second = memoryAfter(first, evidenceOf(30, leafWith('1')), {});
  const third = memoryAfter(second, evidenceOf(60, leafWith('2')), {});
  assert.equal(third.sinceMs, startMs);
  assert.deepEqual(seenIn(third.keys), [
    ['2', 60, 60],
    ['1', 0, 30],
  ]);
});

test('one key at several addresses is stored once, two keys are both stored', () => {
  const evidence = evidenceOf(0, leafWith('1'), leafWith('1'), leafWith('2'));
  assert.deepEqual(seenIn(memoryAfter(null, evidence, {}).keys), [
    ['1', 0, 0],
    ['2', 0, 0],
  ]);
});

test('an audit without a readable certificate deletes nothing', () => {
  const first = memoryAfter(null, evidenceOf(0, leafWith('1')), {});
  for (const evidence of [evidenceOf(9), evidenceOf(9, leafWith('2', { malformed: 'no certificate' }))]) {
    assert.deepEqual(seenIn(memoryAfter(first, evidence, {}).keys), [['1', 0, 0]]);
  }
});

test('a host that changes its key constantly does not make the memory grow', () => {
  const digits = Array.from({ length: 70 }, (_, n) => n);
  const keys = digits.map((n) => ({
    host: 'example.test',
    port: 443,
    algorithm: 'ec',
    spkiSha256: `key ${n}`,
    firstSeenMs: startMs,
    lastSeenMs: startMs + n,
  }));
  const memory = memoryAfter({ sinceMs: startMs, keys, sessions: [] }, evidenceOf(1, leafWith('1')), {});
  assert.equal(memory.keys.length, 64);
  assert.deepEqual(
    memory.keys.slice(0, 2).map(({ spkiSha256 }) => spkiSha256.slice(0, 6)),
    ['111111', 'key 69'],
  );
});
