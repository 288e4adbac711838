import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from './testing/temporary.ts';

test('SIGTERM to npm start stops the service in order, not only npm', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, PORT: '0', PERIMETER_DATA_DIR: await temporaryDirectory() },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Output may arrive in pieces, and one signal is enough.
  let printed = '';
  const isReady = (): boolean => printed.includes('is ready');
  npm.stdout.on('data', (data: Buffer) => {
    const before = isReady();
    printed += data.toString();
    if (!before && isReady()) npm.kill('SIGTERM');
  });
  // The output closes when the last process that holds it ends: the service itself.
  assert.deepEqual(await once(npm, 'close'), [0, null]);
});
