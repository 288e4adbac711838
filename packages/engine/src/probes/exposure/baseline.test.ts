import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { randomFrom, testSeed } from '@perimeter/protocols/testing/random';
import { look, notFound, secret, serving } from './testing/site.ts';

const files = serving({
  '/.env': ['text/plain', fileSamples.envFile.leaky(secret)],
  '/.git/HEAD': ['text/plain', fileSamples.gitHead.leaky(secret)],
});

/** A site's answer to any path, and the path that is then indistinguishable. */
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

// Each waits for a site's own budget of requests.
suite('baselines of sites', { concurrency: 8 }, () => {
  for (const [what, type, body, path] of catchAlls)
    test(`a site that answers ${what} to any path is swept for other files`, async () => {
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

  test('if one form of path returns directory listings, only listings are excluded from the sweep', async () => {
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

  test('a path is open if any path gets content of its kind', async () => {
    const { exposure } = await look(notFound);
    assert.ok(exposure.results.every(({ unseen }) => unseen === null));
  });

  test('a path with a server error is not absent, unless all paths fail', async () => {
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

  const random = randomFrom(testSeed);
  /** Random words that appear nowhere else. */
  const drawn = (count: number): string =>
    Array.from({ length: count }, () =>
      Array.from({ length: 12 }, () => 'ghijklmnopabcdef'[Math.floor(random() * 16)] ?? '').join(''),
    ).join(' ');

  let count = 0;

  const varied: readonly (readonly [
    what: string,
    other: (path: string) => [type: string, body: string],
    hits: string[],
  ])[] = [
    [
      'words around which the page is the same',
      () => ['text/html', `<h1>This page is not here</h1><p>${drawn(40)}</p>`],
      ['/.env', '/.git/HEAD'],
    ],
    [
      'words alone, as a page',
      () => ['text/html', `<title>${drawn(2)}</title><p>${drawn(40)}</p>`],
      ['/.env', '/.git/HEAD'],
    ],
    ['words alone, as a text', () => ['text/plain', drawn(40)], []],
    [
      'the path and a time',
      (path) => ['application/json', JSON.stringify({ error: 'none', path, id: drawn(9), at: Date.now() })],
      ['/.env', '/.git/HEAD'],
    ],
    [
      'a text with settings around which it is the same',
      (path) => ['text/plain', `Nothing was found under this address: ${path}\n${drawn(30)}`],
      ['/.env', '/.git/HEAD'],
    ],
    ['one type or another', () => [(count += 1) % 2 === 0 ? 'text/html' : 'text/css', drawn(40)], []],
  ];

  for (const [what, other, hits] of varied)
    test(`for a site with different answers to each path, ${what}, distinguishable files are found`, async () => {
      const found = await look((request, response) => {
        const path = request.url ?? '';
        if (/^\/\.(?:env|git\/HEAD)$/.test(path)) return files(request, response);
        const [type, body] = other(path);
        return void response.writeHead(200, { 'Content-Type': type }).end(body);
      });
      assert.deepEqual(found.hits, hits);
      assert.deepEqual([found.exposure.stopped, found.exposure.control], [null, 'same']);
      assert.ok(found.exposure.baseline.length <= 12);
      const { verdict, unseen } = found.exposure.results.find(({ path }) => path === '/.env') ?? {};
      if (hits.length === 0) assert.deepEqual([verdict, unseen], ['unseen', 'any-path']);
      assert.equal(found.exposure.results.find(({ path }) => path === '/.npmrc')?.verdict, 'absent');
    });

  test('a sibling that also returns a file proves nothing where each answer differs', async () => {
    const { exposure } = await look((request, response) => {
      const path = request.url ?? '';
      if (path === '/.env') return files(request, response);
      if (path.startsWith('/.env')) return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(drawn(9));
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>Not here: ${drawn(40)}`);
    });
    assert.equal(exposure.results.find(({ path }) => path === '/.env')?.sibling, 'unseen');
  });

  test('a site with one page per form of path gets four more baseline requests', async () => {
    const { exposure, hits } = await look((request, response) => {
      const path = request.url ?? '';
      if (/^\/\.(?:env|git\/HEAD)$/.test(path)) return files(request, response);
      const words = path.endsWith('.php')
        ? 'File not found.'
        : 'This shop has no such thing, but many others that people like.';
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>${words}</p>`);
    });
    assert.deepEqual([exposure.baseline.length, hits], [8, ['/.env', '/.git/HEAD']]);
  });
});
