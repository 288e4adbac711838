import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { z } from 'zod';

const main =
  process.env['PERIMETER_TEST_SERVICE'] ?? path.resolve(import.meta.dirname, '../../../server/src/testing/main.ts');

const made = z.object({ key: z.string() });

/** The URL and setup token that the service prints when it is ready. */
async function readyLine(lines: AsyncIterable<string>): Promise<{ server: string; setupToken: string }> {
  for await (const line of lines) {
    const [, server, setupToken] = /(http:\/\/\S+)\/setup#token=(\S+)/u.exec(line) ?? [];
    if (server !== undefined && setupToken !== undefined) return { server, setupToken };
  }
  throw new Error('The service ended before it was ready');
}

/** The service as a separate process that measures nothing, with a key of its first account. */
export async function startService(dataDir: string): Promise<{ server: string; key: string }> {
  const env = {
    ...process.env,
    PERIMETER_DATA_DIR: dataDir,
    PORT: '0',
    PERIMETER_LOG_LEVEL: 'silent',
    PERIMETER_BASE_PATH: '/perimeter',
    TEST_PHASE_MS: '30',
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  after(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
  const { server, setupToken } = await readyLine(createInterface(child.stdout));
  const headers = { 'content-type': 'application/json', origin: new URL(server).origin };
  const post = async (url: string, body: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server}${url}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const account = { email: 'first@example.com', password: 'four words of a holder', setupToken };
  const session = (await post('/api/account', account)).headers.getSetCookie();
  const cookie = session.map((field) => field.split(';', 1)[0]).join('; ');
  return { server, key: made.parse(await (await post('/api/keys', { name: 'a key' }, { cookie })).json()).key };
}
