import { modules } from '@perimeter/engine/modules/registry';
import { evidenceOn } from '@perimeter/engine/runner/testing/deep-audit';
import { verification } from '@perimeter/contract/verification';
import { labTest } from '@perimeter/lab/harness';
import { endpoint } from '@perimeter/lab/hosts/endpoints';
import assert from 'node:assert/strict';
import https from 'node:https';
import { after } from 'node:test';
import { startProcess } from '../testing/child.ts';
import { type Proxy, startProxy } from '../testing/proxy.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** Lab names that are audited with nginx in place of their hosts, and their root pages. */
const pages = { 'noredirect.lab': '/', 'loop.lab': '/docs', 'teapot.lab': '/verify', 'broken.lab': '/confirm-email' };
const [name] = Object.keys(pages);

async function startBehindNginx(): Promise<Proxy> {
  const proxy = await startProxy(pages);
  const settings = {
    PERIMETER_DATA_DIR: await temporaryDirectory(),
    PORT: '8080',
    PERIMETER_RATE_LIMITS: 'on',
    PERIMETER_PUBLIC_URL: `https://${name}`,
    PERIMETER_TRUST_PROXY: '1',
    PERIMETER_HSTS_SECONDS: '31536000',
    PERIMETER_SECURITY_CONTACT: 'mailto:security@good.lab',
  };
  // If one fails to start, stop the other, because a running process would delay the end of the tests.
  const service = await startProcess(settings).catch(async (error: unknown) => {
    await proxy.stop();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await proxy.stop();
    await service.end('SIGTERM');
  };
  return { stop };
}
let starting: Promise<Proxy> | null = null;
after(async () => {
  const proxy = await starting?.catch(() => null);
  await proxy?.stop();
});
const behindNginx = async (): Promise<Proxy> => (starting ??= startBehindNginx());

interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

async function ask(
  method: string,
  url: string,
  body: Uint8Array = new Uint8Array(),
  fields: Record<string, string> = {},
): Promise<Answer> {
  await behindNginx();
  return new Promise((resolve, reject) => {
    const headers = { host: String(name), 'content-length': String(body.length), ...fields };
    const options = { host: '127.0.0.1', servername: String(name), path: url, method, headers, agent: false };
    const request = https.request(options, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const pdfOf = (bytes: number): Uint8Array => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 0x20)]);
const asPdf = { 'content-type': 'application/pdf' };
const mebibyte = 1024 * 1024;

labTest(
  'a large file is verified through nginx as operations.md prints it, and a larger one refused',
  async () => {
    const answer = await ask('POST', '/api/verify', pdfOf(15 * mebibyte), asPdf);
    assert.equal(answer.status, 200, answer.body);
    assert.equal(verification.parse(JSON.parse(answer.body)).verdict, 'unknown');
    assert.equal((await ask('POST', '/api/verify', pdfOf(16 * mebibyte + 1), asPdf)).status, 413);
  },
  ['nginx'],
);

labTest(
  'callers are distinguished by the address that nginx saw, whatever they claim',
  async () => {
    const remaining = async (claimed: string): Promise<number> => {
      const { headers } = await ask('GET', '/api/usage', undefined, { 'x-forwarded-for': claimed });
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    assert.deepEqual([await remaining('198.18.0.1'), await remaining('198.18.0.2')], [59, 58]);
  },
  ['nginx'],
);

const ofCategory = modules.filter(({ category }) => category === 'http_security');
const kinds = new Set(ofCategory.flatMap(({ checks }) => checks.flatMap(({ needs }) => needs)));

labTest(
  'pages of the service have no finding in HTTP security behind nginx',
  async () => {
    await behindNginx();
    const addresses = Object.keys(pages).map((host) => endpoint(host).address);
    const map = addresses.flatMap((address) =>
      [80, 443].map((port) => [`${address}:${port}`, `127.0.0.1:${port}`] as const),
    );
    for (const domain of Object.keys(pages)) {
      const evidence = await evidenceOn(domain, kinds, { settings: { dialMap: new Map(map) } });
      const judged = ofCategory.flatMap(({ checks }) =>
        checks.map((check) => [check.id, check.evaluate(evidence)] as const),
      );
      const found = judged.filter(([, { outcome }]) => outcome === 'fail');
      assert.deepEqual(found, [], domain);
      const ofHeaders = judged.filter(([id, { outcome }]) => id.startsWith('hdr-') && outcome === 'pass');
      assert.ok(ofHeaders.length >= 10, JSON.stringify(judged));
    }
  },
  ['nginx'],
);
