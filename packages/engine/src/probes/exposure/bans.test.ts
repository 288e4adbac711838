import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { look, notFound, page, sent } from './testing/site.ts';

const challenge =
  '<!doctype html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>';
const block = '<!doctype html><title>Notice</title><p>Your request was stopped by the rules of this network.</p>';

const bans: readonly (readonly [how: string, ban: (response: Parameters<RequestListener>[1]) => void])[] = [
  ['403', (response) => sent(response, '<h1>Forbidden</h1>', 403)],
  ['a block page with 200', (response) => sent(response, block)],
  ['a challenge with 503', (response) => sent(response, challenge, 503)],
  ['a redirect to a notice', (response) => void response.writeHead(302, { Location: '/blocked' }).end()],
];

for (const [how, ban] of bans)
  test(`a ban by ${how} ends the sweep after five answers and one look at the document`, async () => {
    const allowed = 20;
    let count = 0;
    const document: RequestListener = (_request, response) => (count > allowed ? ban(response) : sent(response, page));
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
    // Around the document some of the twenty went to other probes; four requests are under way at once.
    assert.ok(before.length <= allowed + 5 + 4, String(before.length));
    assert.ok(asked.length - before.length <= 1 + 3, String(asked.length));
    assert.equal(asked.filter(({ url }) => url === '/').length, 1);
    assert.equal(exposure.results.at(-1)?.unseen, 'blocked');
    assert.ok(exposure.results.every(({ verdict }) => verdict === 'absent' || verdict === 'unseen'));
  });

test('paths that are refused by a rule do not end the sweep: the document is looked at, and the rest is asked', async () => {
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

test('a store that refuses whatever it does not have is asked for all of it', async () => {
  const { exposure, asked } = await look((_request, response) =>
    sent(response, '<Error><Code>AccessDenied</Code></Error>', 403),
  );
  assert.equal(exposure.stopped, null);
  assert.equal(exposure.control, 'same');
  assert.equal(asked.filter(({ url }) => url === '/').length, 2);
});

test('a site that bans at once is asked for nothing more', async () => {
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
