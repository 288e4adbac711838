import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readZip } from '../../../testing/documents/read-zip.ts';
import { type ZipEntry, zipOf } from './zip.ts';

const day = new Date('2026-03-01T12:00:00Z');

async function* pieces(...texts: (string | Buffer)[]): AsyncGenerator<string | Buffer> {
  yield* texts;
}
async function* listed(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}
const whole = async (archive: AsyncIterable<unknown>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of archive) if (Buffer.isBuffer(part)) parts.push(part);
  return Buffer.concat(parts);
};

test('an archive holds its files in order, empty ones and names of every script too', async () => {
  const long = 'abc'.repeat(100_000);
  const archive = await whole(
    zipOf(
      listed(
        { name: 'README.txt', pieces: pieces('one', 'two') },
        { name: 'empty.json', pieces: pieces() },
        { name: 'audits/ö.json', pieces: pieces(Buffer.from(long)) },
      ),
      day,
    ),
  );
  assert.deepEqual(
    [...readZip(archive)],
    [
      ['README.txt', 'onetwo'],
      ['empty.json', ''],
      ['audits/ö.json', long],
    ],
  );
  assert.ok(archive.length < 3_000, 'compressed');
});

test('an archive of many files keeps no buffers of those that were written', async () => {
  let most = 0;
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 1_000; at += 1) yield { name: `audits/${at}.json`, pieces: churned(at) };
  }
  // Small buffers come from a pool of 64 KiB: one that is kept of each piece keeps all of it.
  async function* churned(at: number): AsyncGenerator<string> {
    if (at % 100 === 99) most = Math.max(most, process.memoryUsage().arrayBuffers);
    for (let piece = 0; piece < 6; piece += 1) yield 'x'.repeat(12_000);
  }
  const before = process.memoryUsage().arrayBuffers;
  let octets = 0;
  for await (const part of zipOf(many(), day)) if (Buffer.isBuffer(part)) octets += part.length;
  assert.ok(octets > 1_000 * 200, `${octets} octets`);
  const mebibytes = (most - before) / 1_048_576;
  assert.ok(mebibytes < 40, `${mebibytes.toFixed(0)} MiB`);
});

test('nothing is read ahead of the reader but what fits its buffers, and who goes away stops what is read', async () => {
  let made = 0;
  async function* random(): AsyncGenerator<Buffer> {
    made += 1;
    yield randomBytes(64 * 1024);
  }
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<ZipEntry> {
    try {
      for (let at = 0; ; at += 1) yield { name: `${at}.bin`, pieces: random() };
    } finally {
      ended.resolve();
    }
  }
  const archive = zipOf(endless(), day);
  for (let turn = 0; turn < 500; turn += 1) await setImmediate();
  assert.ok(made < 20, `${made} files of 64 KiB without a reader`);
  archive.destroy();
  await ended.promise;
});

test('a file that fails breaks the archive off: it has no list of files', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'some of it';
    throw new Error('not any more');
  }
  const parts: Buffer[] = [];
  const archive = zipOf(
    listed({ name: 'a', pieces: pieces(randomBytes(200_000)) }, { name: 'b', pieces: failing() }),
    day,
  );
  archive.on('data', (part: Buffer) => parts.push(part));
  await assert.rejects(
    new Promise((resolve, reject) => void archive.once('end', resolve).once('error', reject)),
    /not any more/,
  );
  assert.throws(() => readZip(Buffer.concat(parts)), /no list of files/);
});
