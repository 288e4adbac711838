import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { suite, test } from 'node:test';
import { randomFrom } from '@perimeter/protocols/testing/random';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { look, notFound, page, secret, sent, serving } from './testing/site.ts';

const challenge =
  '<!doctype html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>';
const block = '<!doctype html><title>Notice</title><p>Your request was stopped by the rules of this network.</p>';

const bans: readonly (readonly [how: string, ban: (response: Parameters<RequestListener>[1]) => void])[] = [
  ['403', (response) => sent(response, '<h1>Forbidden</h1>', 403)],
  ['a block page with 200', (response) => sent(response, block)],
  ['a challenge with 503', (response) => sent(response, challenge, 503)],
  ['a redirect to a notice', (response) => void response.writeHead(302, { Location: '/blocked' }).end()],
];

// Each waits for a site's own budget of requests.
suite('bans during a sweep', { concurrency: 8 }, () => {
  for (const [how, ban] of bans)
    test(`a ban by ${how} ends the sweep after five answers and one control`, async () => {
      const allowed = 20;
      let count = 0;
      const document: RequestListener = (_request, response) =>
        count > allowed ? ban(response) : sent(response, page);
      const { exposure, asked } = await look((request, response) => {
        count += 1;
        return count > allowed ? ban(response) : notFound(request, response);
      }, document);
      assert.equal(exposure.stopped, 'blocked');
      assert.equal(exposure.control, 'changed');
      const before = asked.slice(
        0,
        asked.findIndex(({ url }) => url === '/'),
      );
      // Other probes sent some of the twenty requests for the document; four requests run concurrently.
      assert.ok(before.length <= allowed + 5 + 4, String(before.length));
      assert.ok(asked.length - before.length <= 1 + 3, String(asked.length));
      assert.equal(asked.filter(({ url }) => url === '/').length, 1);
      assert.equal(exposure.results.at(-1)?.unseen, 'blocked');
      assert.ok(exposure.results.every(({ verdict }) => verdict === 'absent' || verdict === 'unseen'));
    });

  test('paths refused by a rule do not end the sweep: after a control the rest is requested', async () => {
    const { exposure, asked } = await look((request, response) =>
      (request.url ?? '').startsWith('/.') && request.url !== '/.env'
        ? sent(response, '<h1>Forbidden</h1>', 403)
        : notFound(request, response),
    );
    assert.equal(exposure.stopped, null);
    assert.equal(exposure.control, 'same');
    assert.equal(exposure.results.at(-1)?.verdict, 'absent');
    assert.ok(asked.filter(({ url }) => url === '/').length >= 1);
  });

  test('a store that refuses every missing path is swept completely', async () => {
    const { exposure, asked } = await look((_request, response) =>
      sent(response, '<Error><Code>AccessDenied</Code></Error>', 403),
    );
    assert.equal(exposure.stopped, null);
    assert.equal(exposure.control, 'same');
    assert.equal(asked.filter(({ url }) => url === '/').length, 2);
  });

  test('a site that bans at once receives no more requests', async () => {
    let isBanned = false;
    const { exposure, asked } = await look(
      (request, response) => {
        isBanned ||= /^\/(?:\.?[0-9a-f]{12})/.test(request.url ?? '') && request.headers.range !== undefined;
        return isBanned ? sent(response, '<h1>Forbidden</h1>', 403) : notFound(request, response);
      },
      (_request, response) => (isBanned ? sent(response, '<h1>Forbidden</h1>', 403) : sent(response, page)),
    );
    assert.equal(exposure.stopped, 'blocked');
    assert.equal(asked.length, 5);
  });

  const files = serving({
    '/.env': ['text/plain', fileSamples.envFile.leaky(secret)],
    '/.git/HEAD': ['text/plain', fileSamples.gitHead.leaky(secret)],
  });
  const sought = ['/.env', '/.git/HEAD'];

  /** A site with two files that bans after this many requests; its document may come from a cache. */
  function barring(allowed: number, ban: (response: Parameters<RequestListener>[1]) => void, isCached: boolean) {
    let count = 0;
    const isBarred = (range: string | undefined): boolean => range !== undefined && ++count > allowed;
    return look(
      (request, response) => (isBarred(request.headers.range) ? ban(response) : files(request, response)),
      (request, response) => (!isCached && isBarred(request.headers.range) ? ban(response) : sent(response, page)),
    );
  }

  const verdictOf = ({ results }: Awaited<ReturnType<typeof look>>['exposure'], wanted: string): string =>
    results.find(({ path }) => path === wanted)?.verdict ?? assert.fail(wanted);

  const ownWord = (response: Parameters<RequestListener>[1]): void => sent(response, '<h1>Not found</h1>', 404);
  const unlike: readonly (readonly [
    how: string,
    ban: (response: Parameters<RequestListener>[1]) => void,
    isCached: boolean,
  ])[] = [
    ['the word of the site for paths that it does not have', ownWord, false],
    ['403, and a cached document', (response) => sent(response, '<h1>Forbidden</h1>', 403), true],
    [
      'a redirect home, and a cached document',
      (response) => void response.writeHead(302, { Location: '/' }).end(),
      true,
    ],
    ['the document itself for every path', (response) => sent(response, page), true],
    ['401, and a cached document', (response) => sent(response, '<h1>Log in</h1>', 401), true],
    ['404 with other words, and a cached document', (response) => sent(response, block, 404), true],
    ['an empty page, and a cached document', (response) => sent(response, ''), true],
    ['silence, and a cached document', (response) => void response.destroy(), true],
  ];

  for (const [how, ban, isCached] of unlike)
    for (const allowed of [8, 20, 26])
      test(`after a ban following ${allowed} requests by ${how}, files are not reported as absent`, async () => {
        const { exposure, hits } = await barring(allowed, ban, isCached);
        assert.notEqual(exposure.control, 'same');
        for (const path of sought) {
          const { verdict } = exposure.results.find((one) => one.path === path) ?? assert.fail(path);
          assert.ok(verdict === 'unseen' || hits.includes(path), `${path}: ${verdict}`);
        }
        assert.ok(exposure.results.every(({ verdict }) => verdict !== 'protected' && verdict !== 'soft-404'));
      });

  const random = randomFrom(1);
  const layout = '<nav>Home Products About Contact Help Cart</nav>'.repeat(9);
  const inLayout = (words: string) => (response: Parameters<RequestListener>[1]) =>
    sent(response, `<title>Shop</title>${layout}<h1>${words}</h1>`, 404);
  const changing = (response: Parameters<RequestListener>[1]): void =>
    inLayout(`Page not found. Try ${random().toString(36).slice(2).replaceAll(/\d/g, '')} instead`)(response);
  const own404s: readonly (readonly [how: string, own: (response: Parameters<RequestListener>[1]) => void])[] = [
    ['a page in its layout', inLayout('Page not found')],
    ['a page that is never the same', changing],
  ];

  for (const [how, own] of own404s)
    for (const allowed of [8, 20, 45])
      test(`a site that answers ${how} and bans after ${allowed} requests with the same layout and status has no absent files`, async () => {
        let count = 0;
        const { exposure, hits } = await look(
          (request, response) => {
            if (request.headers.range !== undefined && ++count > allowed)
              return inLayout('Your address was blocked')(response);
            return sought.includes(request.url ?? '') ? files(request, response) : own(response);
          },
          (_request, response) => sent(response, page),
        );
        assert.deepEqual([exposure.stopped, exposure.control], ['blocked', 'changed']);
        const absent = exposure.results.filter(({ verdict }) => verdict === 'absent').length;
        assert.ok(absent <= allowed, String(absent));
        assert.ok(sought.every((path) => hits.includes(path) || verdictOf(exposure, path) === 'unseen'));
        assert.equal(exposure.results.at(-1)?.unseen, 'blocked');
      });

  test('a ban that looks like a not-found page, with a cached document, is detected by a file that has disappeared', async () => {
    const { exposure, hits } = await barring(45, ownWord, true);
    assert.deepEqual(hits, sought);
    assert.equal(exposure.control, 'changed');
    assert.equal(exposure.results.at(-1)?.unseen, 'blocked');
  });

  test('files found before a ban that looks like a not-found page are kept, with all earlier results', async () => {
    let count = 0;
    const { exposure, hits } = await look(
      (request, response) => {
        if (request.headers.range !== undefined) count += 1;
        return count > 45 ? ownWord(response) : files(request, response);
      },
      (_request, response) => (count > 45 ? ownWord(response) : sent(response, page)),
    );
    assert.deepEqual(hits, sought);
    assert.equal(exposure.results.find(({ path }) => path === '/openapi.json')?.verdict, 'absent');
    assert.equal(exposure.results.at(-1)?.unseen, 'blocked');
  });

  const rules: readonly (readonly [how: string, path: RegExp, answer: RequestListener])[] = [
    [
      'closes connections for tools',
      /phpmyadmin|adminer|phpinfo|info\.php/,
      (_request, response) => void response.destroy(),
    ],
    ['closes connections for archives and dumps', /\.(?:zip|gz|sql)$/, (_request, response) => void response.destroy()],
    [
      'names a coding that its archives do not have',
      /\.(?:zip|gz)$/,
      (_request, response) =>
        void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('PK\x03\x04 and more of an archive'),
    ],
    [
      'sends a part that begins elsewhere',
      /^\/(?:metrics|nginx_status|server-status)/,
      (_request, response) => void response.writeHead(206, { 'Content-Range': 'bytes 5-7/9' }).end('abc'),
    ],
    ['refuses programs', /\.php|\/manager/, (_request, response) => sent(response, '<h1>Forbidden</h1>', 403)],
    [
      'sends logs home',
      /\.(?:log|lock|axd)|_log/,
      (_request, response) => void response.writeHead(302, { Location: '/' }).end(),
    ],
  ];

  for (const [how, rule, answer] of rules)
    test(`a site that ${how} is swept completely`, async () => {
      const { exposure, hits } = await look((request, response) =>
        rule.test(request.url ?? '') && !/^\/\.?[0-9a-f]{12}/.test(request.url ?? '')
          ? answer(request, response)
          : files(request, response),
      );
      assert.deepEqual([exposure.stopped, exposure.control], [null, 'same']);
      assert.deepEqual(hits, sought);
      const others = exposure.results.filter(({ path }) => !rule.test(path));
      assert.ok(others.every(({ verdict }) => verdict === 'hit' || verdict === 'absent'));
    });

  test('where most paths get no answer, the sweep ends and records why', async () => {
    const { exposure } = await look((request, response) =>
      /^\/\.?[0-9a-f]{12}/.test(request.url ?? '') ? notFound(request, response) : void response.destroy(),
    );
    assert.deepEqual([exposure.stopped, exposure.control], ['silent', 'same']);
    const failed = exposure.results.filter(({ unseen }) => unseen === 'failed').length;
    assert.ok(failed >= 24 && failed <= 24 + 4, String(failed));
    assert.equal(exposure.results.at(-1)?.unseen, 'silent');
  });

  test('a site with a different not-found page each time is swept completely', async () => {
    const { exposure, hits } = await look((request, response) => {
      const words = Array.from({ length: 80 }, () => random().toString(36).slice(2)).join(' ');
      return sought.includes(request.url ?? '') ? files(request, response) : sent(response, `<p>${words}</p>`, 404);
    });
    assert.deepEqual([exposure.stopped, exposure.control], [null, 'same']);
    assert.deepEqual(hits, sought);
  });

  test('no sibling of a file is requested after a ban', async () => {
    let isBarred = false;
    const barred = (response: Parameters<RequestListener>[1]): void => sent(response, '<h1>Forbidden</h1>', 403);
    const { promise: controlSent, resolve: endControl } = Promise.withResolvers<void>();
    /** Answers last: the document was refused, and the probe had many turns of the event loop to read that. */
    const answerLast: RequestListener = async (request, response) => {
      await controlSent;
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
      files(request, response);
    };
    const { exposure, asked } = await look(
      (request, response) => {
        // The ban starts while the first file is requested.
        if (request.url === '/.env') isBarred = true;
        if (request.url === '/.env') return void answerLast(request, response);
        return isBarred ? barred(response) : files(request, response);
      },
      (_request, response) => {
        if (!isBarred) return sent(response, page);
        response.on('finish', endControl);
        return barred(response);
      },
    );
    assert.equal(exposure.stopped, 'blocked');
    assert.deepEqual(
      asked.filter(({ url }) => /^\/\.env[a-z]$/.test(url)),
      [],
    );
  });
});
