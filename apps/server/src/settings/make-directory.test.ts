import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../testing/temporary.ts';
import { makeDirectory } from './make-directory.ts';
import { systemText } from './start-error.ts';

const folder = await temporaryDirectory();
const reasonOf = async (directory: string): Promise<string> =>
  makeDirectory(directory, 0o700).then(() => 'made', systemText);

test('missing parent directories are created too, and an existing directory is not changed', async () => {
  const deep = path.join(folder, 'a', 'b', 'c');
  assert.equal(await reasonOf(deep), 'made');
  assert.equal(statSync(deep).mode & 0o777, 0o700);
  assert.equal(await reasonOf(deep), 'made');
});

test('a path through a file, or that is a file, is explained', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  assert.equal(await reasonOf(path.join(file, 'x')), 'part of the path is not a directory');
  assert.equal(await reasonOf(file), 'file already exists');
});

test('on a file system without directories the attempt ends', { skip: !existsSync('/proc/self') }, async () => {
  assert.equal(await reasonOf('/proc/x'), 'its file system takes no directories');
  assert.equal(await reasonOf('/proc/x/y'), 'its file system takes no directories');
});
