import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readZip } from '../../testing/documents/read-zip.ts';
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

test('names are given to the archive 200 at a time, before their files are read', async () => {
  let named = 0;
  const counted: number[] = [];
  async function* one(): AsyncGenerator<string> {
    counted.push(named);
    yield 'x';
  }
  async function* many(): AsyncGenerator<ZipEntry> {
    for (; named < 450;) yield { name: `audits/${named++}.json`, pieces: one() };
  }
  assert.equal(readZip(await whole(zipOf(many(), day))).size, 450);
  assert.deepEqual([...new Set(counted)], [200, 400, 450]);
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
