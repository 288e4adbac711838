import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { startHostileServer } from './hostile.ts';
import { hostilities } from '../hostile/all.ts';

/** What the server sends for one request, up to a limit, or until it ends. */
async function receive(name: string, maxBytes: number): Promise<{ content: Buffer; reset: boolean }> {
  const server = await startHostileServer(name);
  const result = await new Promise<{ content: Buffer; reset: boolean }>((resolve) => {
    const chunks: Buffer[] = [];
    let octets = 0;
    let reset = false;
    const socket = connect({ host: server.host, port: server.port }, () =>
      socket.write('GET /4 HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      octets += chunk.length;
      if (octets >= maxBytes) socket.destroy();
    });
    socket.on('error', () => {
      reset = true;
    });
    socket.on('close', () => resolve({ content: Buffer.concat(chunks), reset }));
  });
  await server.stop();
  return result;
}

test('more than 80 hostile behaviours have distinct names', () => {
  assert.ok(Object.keys(hostilities).length > 80);
});

for (const name of [
  'interim-flood',
  'endless-headers',
  'long-header',
  'endless-chunks',
  'endless-body',
  'smtp-banner',
]) {
  test(`${name} continues as long as the client reads`, async () => {
    const { content } = await receive(name, 2_000_000);
    assert.ok(content.length >= 2_000_000);
  });
}

test('reset-in-body ends with a reset after the header', async () => {
  const { content, reset } = await receive('reset-in-body', 1_000_000);
  assert.match(content.toString('latin1'), /^HTTP\/1\.1 200 OK/);
  assert.ok(reset);
});

test('brotli-bomb is 64 MiB in less than 200 bytes', async () => {
  const { content } = await receive('brotli-bomb', 1_000_000);
  const body = content.subarray(content.indexOf('\r\n\r\n') + 4);
  assert.ok(body.length < 200);
  assert.equal(brotliDecompressSync(body).length, 64 * 1024 * 1024);
});

test('redirect-endless continues to count from the requested path', async () => {
  const { content } = await receive('redirect-endless', 1_000_000);
  assert.match(content.toString('latin1'), /^location: \/5\r$/im);
});

test('redirect-metadata targets the cloud metadata address', async () => {
  const { content } = await receive('redirect-metadata', 1_000_000);
  assert.match(content.toString('latin1'), /Location: http:\/\/169\.254\.169\.254\//);
});

test('many-headers hides the security header behind 100,000 others', async () => {
  const { content } = await receive('many-headers', 10_000_000);
  assert.equal(content.toString('latin1').match(/^X-H\d+:/gm)?.length, 100_000);
  assert.match(content.toString('latin1').slice(-100), /Strict-Transport-Security/);
});

test('an unknown name throws', async () => {
  await assert.rejects(startHostileServer('friendly'), /there is no friendly/);
});
