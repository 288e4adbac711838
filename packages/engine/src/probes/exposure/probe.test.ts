import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { suite, test } from 'node:test';
import { siblingOf } from '@perimeter/protocols/exposure/path';
import { publishedPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { type ExposedPathResult, manyHits } from '../../evidence/exposure/schema.ts';
import { exposureSection } from '../../evidence/exposure/section.ts';
import { look, notFound, page, secret, serving } from './testing/site.ts';

const isAnyPath = ({ verdict, unseen }: ExposedPathResult): boolean => verdict === 'unseen' && unseen === 'any-path';
const env: [string, string] = ['text/plain', fileSamples.envFile.leaky(secret)];

// Each waits for a site's own budget of requests.
suite('the sweep', { concurrency: 8 }, () => {
  test('a site without such files receives one request per path, within limits, and has no hit', async () => {
    const { exposure, asked, hits, opened } = await look(notFound);
    assert.deepEqual(hits, []);
    assert.equal(exposure.control, 'same');
    assert.equal(exposure.stopped, null);
    const general = [...publishedPaths, ...standardPaths].filter(({ only }) => only === undefined);
    assert.equal(exposure.results.length, general.length + 1);
    assert.equal(asked.length, 4 + general.length + 1);
    assert.ok(exposure.results.every(({ verdict }) => verdict === 'absent'));
    assert.ok(asked.every(({ method, range }) => method === 'GET' && /^bytes=0-(?:511|4095|12287)$/.test(range)));
    assert.ok(opened <= 4, String(opened));
  });

  test('a file is found by its content, confirmed by its sibling, and its secrets are not stored', async () => {
    const { exposure, asked, hits } = await look(
      serving({ '/.env': env, '/.git/config': ['text/plain', fileSamples.gitConfig.leaky(secret)] }),
    );
    assert.deepEqual(hits, ['/.env', '/.git/config']);
    const found = exposure.results.find(({ path }) => path === '/.env');
    assert.deepEqual([found?.mark, found?.sibling, found?.status], ['secret', 'absent', 200]);
    assert.ok(found?.proof.includes(`DB_PASSWORD=<redacted ${secret.length} characters>`));
    assert.equal(asked.filter(({ url }) => /^\/\.env[a-z]$/.test(url)).length, 1);
    const stored = JSON.stringify([exposure, exposureSection({ exposure })]);
    for (let at = 0; at + 6 <= secret.length; at += 1) assert.ok(!stored.includes(secret.slice(at, at + 6)));
  });

  test('a site that answers every path has no hit', async () => {
    const shell = await look(
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    );
    assert.deepEqual(shell.hits, []);
    assert.equal(shell.exposure.answersEverything, null);
    assert.ok(shell.exposure.results.slice(1).every(({ verdict }) => verdict === 'soft-404'));

    const echo = await look(
      (request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`You asked for ${request.url}`),
    );
    assert.deepEqual(echo.hits, []);

    const sameForAll = await look(
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(env[1]),
    );
    assert.deepEqual(sameForAll.hits, []);
    assert.equal(sameForAll.exposure.answersEverything, null);
    assert.ok(sameForAll.exposure.results.filter(({ kind }) => kind === 'envFile').every(isAnyPath));

    const allSorts = await look((request, response) => {
      const sample = /\.php$|^\/\./.test(request.url ?? '') ? fileSamples.gitHead : fileSamples.envFile;
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(sample.leaky(secret));
    });
    assert.equal(allSorts.exposure.answersEverything, 'baseline');
    assert.equal(allSorts.asked.length, 5);

    const prefix = await look((request, response) =>
      (request.url ?? '').startsWith('/.env')
        ? void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(env[1])
        : notFound(request, response),
    );
    assert.deepEqual(prefix.hits, []);
    assert.equal(prefix.exposure.results.find(({ path }) => path === '/.env')?.sibling, 'same');
  });

  test('any number of exposed files counts where nonexistent paths have none', async () => {
    const general = standardPaths.filter(({ only }) => only === undefined);
    const filesOf = (paths: typeof general) =>
      Object.fromEntries(
        paths.map(({ path, kind }): [string, [string, string]] => [
          path.replace('{domain}', 'site.lab'),
          [fileSamples[kind].type, fileSamples[kind].leaky(secret)],
        ]),
      );
    const abandoned = await look(serving(filesOf(general.slice(-14))));
    assert.equal(abandoned.exposure.answersEverything, null);
    assert.equal(abandoned.hits.length, 14);
    assert.ok(
      abandoned.exposure.results.filter(({ verdict }) => verdict === 'hit').every((one) => one.sibling === 'absent'),
    );

    const everything = await look(serving(filesOf(general)));
    assert.equal(everything.exposure.stopped, null);
    assert.ok(everything.hits.length > 40, String(everything.hits.length));
    assert.ok(everything.hits.includes('/.env'));
    // One sibling per kind of file is requested, because requests are limited.
    const kinds = new Set(general.map(({ kind }) => kind)).size;
    const paths = general.length + publishedPaths.length;
    assert.ok(everything.asked.length <= 4 + paths + manyHits + kinds + 2, String(everything.asked.length));

    const trap = await look((request, response) => {
      const isTrap = (request.url ?? '').startsWith('/.env');
      return isTrap
        ? serving({ [request.url ?? '']: env })(request, response)
        : serving(filesOf(general))(request, response);
    });
    assert.deepEqual(
      trap.exposure.results.filter(({ kind }) => kind === 'envFile').map(({ verdict }) => verdict),
      ['soft-404', 'soft-404', 'soft-404', 'soft-404'],
    );
  });

  test('a refused path is protected, and a rate limit ends the sweep', async () => {
    const guarded = await look((request, response) =>
      (request.url ?? '').startsWith('/.') ? void response.writeHead(403).end('no') : notFound(request, response),
    );
    assert.equal(guarded.exposure.results.find(({ path }) => path === '/.env')?.verdict, 'protected');
    assert.equal(guarded.exposure.control, 'same');

    let count = 0;
    const limited = await look((request, response) => {
      count += 1;
      return count > 20 ? void response.writeHead(429).end() : notFound(request, response);
    });
    assert.equal(limited.exposure.stopped, 'rate-limited');
    assert.ok(limited.asked.length < 30, String(limited.asked.length));
    assert.equal(limited.exposure.results.at(-1)?.unseen, 'rate-limited');
  });

  test('after a ban, by silence or a page, results since the site last answered as before are unknown', async () => {
    let dots = 0;
    const reset = await look(
      (request, response) => {
        if ((request.url ?? '').startsWith('/.')) dots += 1;
        return dots > 4 ? void response.destroy() : notFound(request, response);
      },
      (_request, response) =>
        dots > 4 ? void response.destroy() : void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    );
    assert.equal(reset.exposure.stopped, 'blocked');
    assert.equal(reset.exposure.control, 'unseen');
    assert.equal(reset.exposure.results.at(-1)?.verdict, 'unseen');

    let asked = 0;
    const page403 = (response: Parameters<RequestListener>[1]): void => void response.writeHead(403).end('blocked');
    const banned = await look(
      (request, response) => {
        asked += 1;
        return asked > 25 ? page403(response) : notFound(request, response);
      },
      (_request, response) =>
        asked > 25 ? page403(response) : void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    );
    assert.equal(banned.exposure.control, 'changed');
    assert.equal(banned.exposure.results.filter(({ verdict }) => verdict === 'protected').length, 0);
    assert.equal(banned.exposure.results.at(-1)?.unseen, 'blocked');
    assert.equal(banned.exposure.results[0]?.verdict, 'absent');
  });

  test('paths of software are requested where it was detected, and the document itself may be a directory listing', async () => {
    const wordpress = await look(
      notFound,
      (_request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<title>Blog</title><script src="/wp-includes/a.js"></script>'),
    );
    assert.deepEqual(wordpress.exposure.software, ['wordpress']);
    assert.ok(wordpress.asked.some(({ url }) => url === '/wp-login.php'));
    const { hits } = await look(
      notFound,
      (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).end(fileSamples.directoryList.leaky('a.txt')),
    );
    assert.deepEqual(hits, ['/']);
  });

  test('an index of management endpoints is confirmed by HEAD, without reading data', async () => {
    const { exposure, asked } = await look(
      serving({
        '/actuator': ['application/json', fileSamples.actuator.leaky('')],
        '/actuator/env': ['application/json', secret],
      }),
    );
    assert.deepEqual(exposure.results.find(({ path }) => path === '/actuator')?.listed, {
      path: '/actuator/env',
      status: 200,
      type: 'application/json',
      control: { status: 404, type: 'text/html' },
    });
    assert.deepEqual(
      asked.filter(({ url }) => url.startsWith('/actuator/env')).map(({ method }) => method),
      ['HEAD', 'HEAD'],
    );
  });

  test('the long list is requested only in deep mode with authority', async () => {
    const deep = await look(notFound, null, { scanMode: 'deep' });
    assert.equal(deep.exposure.longList, false);
    const stated = await look(notFound, null, { scanMode: 'deep', authority: true });
    assert.equal(stated.exposure.longList, true);
    assert.ok(stated.asked.length > deep.asked.length + 80);
  });

  for (const [what, status, notAsked] of [
    ['a wall', 403, 'walled'],
    ['a login', 401, 'login'],
  ] as const) {
    test(`a site behind ${what} is not swept`, async () => {
      const { exposure, asked } = await look(
        notFound,
        (_request, response) => void response.writeHead(status).end('no'),
      );
      assert.equal(exposure.notAsked, notAsked);
      assert.deepEqual(asked, []);
      assert.equal(exposureSection({ exposure }), null);
    });
  }

  test('only published paths, siblings of hits, random paths and the document are requested', async () => {
    const files = Object.fromEntries(
      ['/.env', '/metrics', '/openapi.json', '/actuator'].map((path): [string, [string, string]] => {
        const sample = fileSamples[standardPaths.find((one) => one.path === path)?.kind ?? 'envFile'];
        return [path, [sample.type, sample.leaky(secret)]];
      }),
    );
    const { asked, hits } = await look(serving({ ...files, '/actuator/env': ['application/json', '{}'] }));
    assert.equal(hits.length, 4);
    const listed = readFileSync(new URL('../../../../../docs/exposed-paths.md', import.meta.url), 'utf8');
    const published = new Set(
      [...listed.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path.replace('{domain}', 'site.lab')),
    );
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const allowed = new Set([
      ...published,
      ...hits.flatMap((path) => letters.map((letter) => siblingOf(path, letter))),
      '/',
    ]);
    const others = asked.filter(
      ({ url }) => !allowed.has(url) && !/^\/(?:\.?[0-9a-f]{12}|[0-9a-f]{12}(?:\.php|\/))$/.test(url),
    );
    assert.deepEqual(
      others.map(({ method, url }) => `${method} ${url}`.replace(/env[a-z]$/, 'env<letter>')),
      ['HEAD /actuator/env', 'HEAD /actuator/env<letter>'],
    );
    assert.ok(asked.length <= 4 + published.size + hits.length + 3);
  });
});
