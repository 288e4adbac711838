import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { cannotListen } from './cannot-listen.ts';

async function refusal(host: string, port: number): Promise<string> {
  const server = createServer().listen(port, host);
  const [error]: unknown[] = await once(server, 'error');
  return cannotListen('HTTP', host, port, 'HOST or PORT', error).message;
}

test('an occupied port, and an address of another machine, are explained', async (t) => {
  const first = createServer().listen(0, '127.0.0.1');
  t.after(() => first.close());
  await once(first, 'listening');
  const address = first.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  assert.equal(
    await refusal('127.0.0.1', port),
    `Cannot serve HTTP on 127.0.0.1 port ${port}: another program uses port ${port}. Stop that program, or set HOST or PORT to another`,
  );
  assert.equal(
    await refusal('192.0.2.1', 0),
    'Cannot serve HTTP on 192.0.2.1 port 0: this machine does not have that address. Set HOST or PORT to another',
  );
});
