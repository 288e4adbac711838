// Each operation is called by operations.slow.test.ts; this file compiles a client against types that another program makes, and runs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { z } from 'zod';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { temporaryDirectory } from '../../testing/temporary.ts';

const service = await serviceForTests(deterministicEngine(20));
const directory = await temporaryDirectory();
const client = path.join(directory, 'part-a.ts');
const serverRoot = path.resolve(import.meta.dirname, '../../..');
const repositoryRoot = path.resolve(serverRoot, '../..');

const isDocument = (value: unknown): value is OpenAPI3 =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'paths' in value;

// Read as text by everything but this test, because the types it is written for are made here.
await copyFile(path.join(serverRoot, 'src/testing/client/part-a.ts.txt'), client);
await symlink(path.join(repositoryRoot, 'node_modules'), path.join(directory, 'node_modules'));
await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');

test('a client written from the interface compiles against types made of the document', async () => {
  const document: unknown = (await service.http.inject('/openapi.json')).json();
  assert.ok(isDocument(document));
  await writeFile(path.join(directory, 'api.d.ts'), astToString(await openapiTypescript(document)));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ];
  const tsc = path.join(repositoryRoot, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, [...options, '--types', '', client], { encoding: 'utf8', cwd: directory });
  assert.equal(status, 0, stdout);
});

test('the same client goes from the start of two audits to their comparison and its usage', async () => {
  const { key } = await makeKey(await firstAccount(service));
  const { runPipeline } = z
    .object({
      runPipeline: z.function({
        input: [z.string(), z.string(), z.tuple([z.string(), z.string()])],
        output: z.promise(z.unknown()),
      }),
    })
    .parse(await import(pathToFileURL(client).href));
  const domains: [string, string] = ['one-client.net', 'two-client.net'];
  const outcome = z
    .object({
      audits: z.array(
        z.object({
          started: z.object({
            id: z.string().regex(/^aud_[0-9a-f-]{36}$/),
            domain: z.string(),
            status: z.literal('queued'),
            startedAt: z.int(),
            phasesTotal: z.int(),
          }),
          report: z.object({ domain: z.string(), total: z.int(), grade: z.string(), pillars: z.array(z.int()) }),
          pdfStatus: z.literal(200),
        }),
      ),
      compared: z.unknown(),
      usage: z.unknown(),
    })
    .parse(await runPipeline(String(service.url), key, domains));
  assert.deepEqual(
    outcome.audits.map(({ report }) => report.domain),
    domains,
  );
  const side = { score: 100, grade: 'A+', tls: 'pass', dns: 100 };
  assert.deepEqual(outcome.compared, { sides: domains.map((domain) => ({ domain, ...side })), delta: 0, lead: null });
  assert.deepEqual(outcome.usage, {
    used: 2,
    limit: 50,
    remaining: 48,
    isAuthenticated: true,
    subscriptionStatus: 'free',
  });
});
