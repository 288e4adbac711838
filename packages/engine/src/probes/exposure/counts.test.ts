import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { suite, test } from 'node:test';
import { publishedPaths, soughtPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import { fileSamples } from '@perimeter/protocols/exposure/testing/samples';
import { look, secret, sent, serving } from './testing/site.ts';

const wordpress: RequestListener = (_request, response) =>
  sent(response, '<title>Blog</title><script src="/wp-includes/a.js"></script>');

const filesOf = (paths: readonly string[]): Record<string, [string, string]> =>
  Object.fromEntries(
    [...publishedPaths, ...standardPaths]
      .filter(({ path }) => paths.includes(path))
      .map(({ path, kind }) => [
        path.replace('{domain}', 'site.lab'),
        [fileSamples[kind].type, fileSamples[kind].leaky(secret)],
      ]),
  );
const general = standardPaths.filter(({ only }) => only === undefined).map(({ path }) => path);
const harmless = [...publishedPaths.slice(1, 5).map(({ path }) => path), ...general.slice(0, 8)];
const blog = ['/wp-login.php', '/wp-json/wp/v2/users?per_page=1&_fields=id', '/sitemap.xml', '/llms.txt'];

/** Before the sweep an ordinary site receives about 25 requests, at most 48. */
const sites: readonly (readonly [
  what: string,
  files: readonly string[],
  before: number,
  document: RequestListener | null,
])[] = [
  ['a blog', [...blog, '/.env'], 25, wordpress],
  ['a blog of many documents', [...blog, '/.env'], 60, wordpress],
  ['a plain site with twelve files', [...harmless, '/.env'], 60, null],
  ['an abandoned site', general.slice(-16).concat('/.env'), 60, null],
  ['a site with all of its files', general, 25, null],
  ['a site with all of its files and many documents', general, 60, null],
];

// Each waits for a site's own budget of requests.
suite('counts of requests', { concurrency: 8 }, () => {
  for (const [what, files, before, document] of sites)
    test(`${what} is requested at every path, and at a sibling of the most severe hits (${before} requests before)`, async () => {
      const { exposure, hits, asked } = await look(serving(filesOf(files)), document, {}, { before });
      assert.ok(exposure.results.every(({ unseen }) => unseen === null));
      assert.deepEqual([exposure.stopped, exposure.control], [null, 'same']);
      for (const path of files.filter((one) => one !== '/manager/html'))
        assert.ok(hits.includes(path.replace('{domain}', 'site.lab')), path);
      assert.notEqual(exposure.results.find(({ path }) => path === '/.env')?.sibling, 'unseen');
      assert.ok(asked.length + Math.min(before, 40) <= 112, String(asked.length));
    });

  test("long pages for every path do not use up the sweep's byte budget", async () => {
    const body = `<title>Not found</title>${'<p>Words of a page that is long, whatever was asked for.</p>'.repeat(8_000)}`;
    const { exposure } = await look((_request, response) => sent(response, body, 404));
    assert.ok(exposure.results.every(({ verdict }) => verdict === 'absent'));
    assert.equal(exposure.stopped, null);
  });

  test('the end of our request budget is no ban: it is recorded as such, and a control is still sent', async () => {
    const spent: RequestListener = (request, response) =>
      void response.writeHead(416, { 'Content-Type': 'text/html' }).end(request.url);
    const { exposure, asked } = await look(spent, null, {}, { before: 60 });
    assert.equal(exposure.stopped, 'budget');
    assert.equal(exposure.control, 'same');
    assert.ok(exposure.results.some(({ unseen }) => unseen === 'budget'));
    assert.ok(exposure.results.every(({ unseen }) => unseen === null || unseen === 'budget'));
    assert.ok(asked.some(({ url }) => url === '/'));
  });

  test('paths that firewalls block come after the others, most severe first', () => {
    assert.equal(soughtPaths[0]?.path, '/.env');
    assert.deepEqual(standardPaths.slice(-soughtPaths.length), soughtPaths);
  });
});
