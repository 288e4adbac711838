import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFolder } from './cache.ts';
import { cacheFolder } from './paths.ts';

/** A folder that nothing has made, removed afterwards with what is beside it. */
function newFolder(context: TestContext): string {
  const target = join(cacheFolder, `test-${crypto.randomUUID()}`);
  context.after(() => {
    for (const name of readdirSync(cacheFolder).filter((one) => one.startsWith(basename(target))))
      rmSync(join(cacheFolder, name), { recursive: true });
  });
  return target;
}

test('what two labs need at the same time is made once', async (context) => {
  const target = newFolder(context);
  let made = 0;
  const make = async (scratch: string): Promise<void> => {
    made += 1;
    await sleep(150);
    writeFileSync(join(scratch, 'file'), String(made));
  };
  await Promise.all([ensureFolder(target, make), ensureFolder(target, make), ensureFolder(target, make)]);
  assert.equal(made, 1);
  assert.deepEqual(readdirSync(target), ['file']);
});

test('when one lab fails to make it, the other one does', async (context) => {
  const target = newFolder(context);
  const failing = ensureFolder(target, async () => {
    await sleep(50);
    throw new Error('no room');
  });
  const other = ensureFolder(target, (scratch) => writeFileSync(join(scratch, 'file'), 'whole'));
  await assert.rejects(failing, /no room/u);
  await other;
  assert.deepEqual(readdirSync(target), ['file']);
});

test('nobody waits for what an ended lab left behind', async (context) => {
  const target = newFolder(context);
  const left = `${target}.Abc123`;
  mkdirSync(left, { recursive: true });
  utimesSync(left, new Date(0), new Date(0));
  await ensureFolder(target, (scratch) => writeFileSync(join(scratch, 'file'), 'whole'));
  assert.ok(existsSync(join(target, 'file')));
});
