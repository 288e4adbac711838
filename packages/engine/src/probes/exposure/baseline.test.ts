import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { look, notFound, secret, serving } from './testing/site.ts';

const files = serving({
  '/.env': ['text/plain', fileSamples.envFile.leaky(secret)],
  '/.git/HEAD': ['text/plain', fileSamples.gitHead.leaky(secret)],
});

/** What a site says to any path, and the path that cannot be told apart from others then. */
const catchAlls: readonly (readonly [what: string, type: string, body: string, path: string])[] = [
  [
    'a text that begins as llms.txt does',
    'text/plain',
    '# Page not found\n\nThere is no such page here.\n',
    '/llms.txt',
  ],
  ['the description of an API', 'application/json', fileSamples.apiDescription.leaky(''), '/openapi.json'],
  ['a list of files', 'text/html', fileSamples.directoryList.leaky('a.txt'), '/uploads/'],
  ['a sitemap', 'application/xml', fileSamples.sitemap.leaky(''), '/sitemap.xml'],
  ['a key', 'text/plain', fileSamples.privateKey.leaky(secret), '/id_rsa'],
];

for (const [what, type, body, path] of catchAlls)
  test(`a site that says ${what} to any path is asked for other files`, async () => {
    const { exposure, hits, asked } = await look((request, response) =>
      /^\/\.(?:env|git\/HEAD)$/.test(request.url ?? '')
        ? files(request, response)
        : void response.writeHead(200, { 'Content-Type': type }).end(body),
    );
    assert.equal(exposure.answersEverything, null);
    assert.deepEqual(hits, ['/.env', '/.git/HEAD']);
    assert.equal(exposure.results.find((one) => one.path === path)?.unseen, 'any-path');
    assert.ok(!asked.some(({ url }) => url === path));
    assert.equal(exposure.results.find((one) => one.path === '/.npmrc')?.verdict, 'soft-404');
  });

test('one form of paths that is answered with a list of files takes the lists alone out of the sweep', async () => {
  const { exposure, hits } = await look((request, response) =>
    (request.url ?? '').endsWith('/')
      ? void response.writeHead(200, { 'Content-Type': 'text/html' }).end(fileSamples.directoryList.leaky('a.txt'))
      : files(request, response),
  );
  assert.deepEqual(hits, ['/.env', '/.git/HEAD']);
  const unseen = exposure.results.filter(({ verdict }) => verdict === 'unseen');
  assert.deepEqual(new Set(unseen.map(({ kind }) => kind)), new Set(['directoryList']));
  assert.equal(exposure.results.find(({ path }) => path === '/.npmrc')?.verdict, 'absent');
});

test('nothing is known of a path whose kind any path has', async () => {
  const { exposure } = await look(notFound);
  assert.ok(exposure.results.every(({ unseen }) => unseen === null));
});

test('a path at which the server fails is not absent, unless it fails at any', async () => {
  const failing = async (paths: RegExp): Promise<string[]> => {
    const { exposure } = await look((request, response) =>
      paths.test(request.url ?? '')
        ? void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Internal Server Error</h1>')
        : notFound(request, response),
    );
    return ['/.env', '/.npmrc'].map((path) => {
      const { verdict, unseen } = exposure.results.find((one) => one.path === path) ?? {};
      return `${verdict} ${unseen}`;
    });
  };
  assert.deepEqual(await failing(/env/), ['unseen unavailable', 'absent null']);
  assert.deepEqual(await failing(/^\/./), ['absent null', 'absent null']);
});
