import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../testing/temporary.ts';
import { secretInDirectory } from './server-secret.ts';

const always = async (): Promise<boolean> => true;
const never = async (): Promise<boolean> => false;

test('a secret is created once, and read from then on', async () => {
  const directory = await temporaryDirectory();
  const made = await secretInDirectory(directory, always);
  assert.deepEqual(await secretInDirectory(directory, never), made);
});

test('a missing secret is never replaced silently if accounts exist', async () => {
  const directory = await temporaryDirectory();
  await secretInDirectory(directory, always);
  await rm(path.join(directory, 'secret'));
  await assert.rejects(secretInDirectory(directory, never), {
    name: 'StartError',
    message: /is missing, but the database has accounts.*Restore the file from a backup, or set PERIMETER_SECRET$/,
  });
});
