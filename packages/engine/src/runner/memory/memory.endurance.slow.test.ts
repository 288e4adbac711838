// Hostile answers are held to a limit of memory in hostile/http.lab.test.ts; this file measures each flood alone.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LocalServer } from '../../tls/testing/local-server.ts';
import { startSettings } from './testing/start-settings.ts';
import { floodAtOnce, floodLater, httpStreams, streams } from './testing/hostile-streams.ts';

const mebibyte = 1_048_576;
const limits = { one: 200 * mebibyte, ten: 512 * mebibyte };
const children = {
  tls: fileURLToPath(new URL('testing/measured-audits.ts', import.meta.url)),
  http: fileURLToPath(new URL('testing/measured-fetches.ts', import.meta.url)),
};
type Measured = keyof typeof children;

const env = { ...process.env, ...startSettings() };

async function growth(measured: Measured, port: number, audits: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [children[measured], String(port), String(audits)], {
    env,
  });
  return Number(stdout);
}

const inMebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`;

async function staysWithin(server: LocalServer, measured: Measured = 'tls'): Promise<void> {
  try {
    const byTen = await growth(measured, server.port, 10);
    assert.ok(byTen < limits.ten, `ten audits grew by ${inMebibytes(byTen)}`);
    // If ten stay within the limit of one, one does.
    const byOne = byTen < limits.one ? byTen : await growth(measured, server.port, 1);
    assert.ok(byOne < limits.one, `one audit grew by ${inMebibytes(byOne)}`);
  } finally {
    server.close();
  }
}

for (const [name, stream] of Object.entries(streams))
  test(`memory stays within its limits: ${name}`, async () => staysWithin(await floodAtOnce(stream)));

for (const [name, stream] of Object.entries(httpStreams))
  test(`memory stays within its limits over HTTP: ${name}`, async () => staysWithin(await floodAtOnce(stream), 'http'));

for (const name of ['one-byte application data records', 'large records of a long handshake message']) {
  test(`memory stays within its limits behind a handshake: ${name}`, async () => {
    const stream = streams[name] ?? assert.fail('No such flood');
    await staysWithin(await floodLater(stream));
  });
}
