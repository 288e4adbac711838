import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { AuditMemory, SavedSession } from '@perimeter/engine/evidence/history/memory';
import { dayMs } from '@perimeter/protocols/durations';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { UsageError } from './argument-values.ts';
import { readMemory, writeMemory } from './memory-file.ts';
import { noEvidence, runCommandLine } from './testing/command-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-memory-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => path.join(folder, `memory-${(files += 1)}.json`);

const session = (receivedAtMs: number): SavedSession => ({
  address: '192.0.2.1',
  port: 443,
  serverName: 'audited.org',
  version: 'TLSv1.2',
  suite: 0xc02f,
  receivedAtMs,
  ticket: 'dGlja2V0',
  secret: 'c2VjcmV0',
  ageAdd: 0,
  hasExtendedMasterSecret: true,
});
const memory = (sinceMs: number, ...sessions: SavedSession[]): AuditMemory => ({ sinceMs, keys: [], sessions });

test('the stored memory of a domain is read again, and other domains stay unchanged', () => {
  const file = newFile();
  assert.equal(readMemory(file, 'a.org'), null);
  writeMemory(file, 'a.org', memory(1));
  writeMemory(file, 'b.org', memory(2));
  writeMemory(file, 'a.org', memory(3));
  assert.deepEqual([readMemory(file, 'a.org'), readMemory(file, 'b.org')], [memory(3), memory(2)]);
  for (const name of ['c.org', 'constructor', '__proto__']) assert.equal(readMemory(file, name), null);
});

test('the file is readable by its owner only, even if it was not before, and no temporary file remains', () => {
  const file = newFile();
  writeMemory(file, 'a.org', memory(1));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  writeMemory(file, 'a.org', memory(2));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.')),
    [],
  );
});

test('a symbolic link stays, and its target is replaced', () => {
  const [file, link] = [newFile(), newFile()];
  writeMemory(file, 'a.org', memory(1));
  symlinkSync(file, link);
  writeMemory(link, 'a.org', memory(2));
  assert.deepEqual(readMemory(file, 'a.org'), memory(2));
});

test('sessions of all domains are deleted after six weeks', () => {
  const file = newFile();
  const nowMs = Date.now();
  writeMemory(file, 'a.org', memory(1, session(nowMs)), nowMs);
  writeMemory(file, 'b.org', memory(2, session(nowMs + 41 * dayMs)), nowMs + 41 * dayMs);
  assert.equal(readMemory(file, 'a.org')?.sessions.length, 1);
  writeMemory(file, 'b.org', memory(2, session(nowMs + 41 * dayMs)), nowMs + 43 * dayMs);
  assert.deepEqual([readMemory(file, 'a.org')?.sessions.length, readMemory(file, 'b.org')?.sessions.length], [0, 1]);
});

test('a file that is not a memory file is not overwritten', () => {
  for (const text of ['', '{', '[]', '{"perimeterMemory":2,"domains":{}}', '{"perimeterMemory":1,"domains":{"a":1}}']) {
    const file = newFile();
    writeFileSync(file, text);
    assert.throws(() => readMemory(file, 'a.org'), UsageError);
    assert.throws(() => writeMemory(file, 'a.org', memory(1)), UsageError);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});

const remembering = () => ({
  ok: true as const,
  report: sampleReport,
  evidence: noEvidence,
  memory: memory(7, session(Date.now())),
});
const line = (file: string) => ['audit', 'www.audited.org', '--fail-on', 'none', '--memory', file, '-f', 'json'];

test("an audit with --memory gets the previous one's memory; one without neither reads nor writes it", async () => {
  const file = newFile();
  const first = await runCommandLine(line(file), { audit: remembering });
  const second = await runCommandLine(line(file), { audit: remembering });
  assert.deepEqual([first.memories, second.memories[0]?.sinceMs, second.code], [[null], 7, 0]);
  assert.ok(!second.stdout.includes('dGlja2V0') && !second.stderr.includes('dGlja2V0'));
  assert.equal(readMemory(file, 'audited.org')?.sinceMs, 7);
  const without = await runCommandLine(['audit', 'audited.org', '--fail-on', 'none'], { audit: remembering });
  assert.deepEqual(without.memories, [undefined]);
});

test('an unusable memory file is reported before any packet is sent', async () => {
  const [broken, directory] = [newFile(), newFile()];
  writeFileSync(broken, 'notes of mine');
  mkdirSync(directory);
  for (const [file, says] of [
    [broken, /is not a memory file/],
    [directory, /is not a file/],
    [path.join(folder, 'nowhere', 'memory'), /Cannot write the memory file/],
    ['', /Missing file name for --memory/],
  ] as const) {
    const { code, stderr, requests } = await runCommandLine(line(file), { audit: remembering });
    assert.deepEqual([code, requests], [2, []], file);
    assert.match(stderr, says);
  }
});

test('a report is printed even if the memory can no longer be stored', async () => {
  const file = newFile();
  const { code, stdout, stderr } = await runCommandLine(line(file), {
    audit: () => {
      mkdirSync(file);
      return remembering();
    },
  });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), sampleReport);
  assert.match(stderr, /is not a file/);
});
