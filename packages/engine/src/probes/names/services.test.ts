import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TakeoverList } from '@perimeter/protocols/names/takeover-table';
import { exampleKnownName } from '../../evidence/names/example.ts';
import { takeoverState, type TakeoverState } from '../../evidence/names/takeover.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import { askServices, candidatesIn } from './services.ts';

const mark = "There isn't a site of ours here.";
const list: TakeoverList = {
  name: 'test',
  date: '2026-11-22',
  services: [{ service: 'Pages', suffixes: ['pages.lab'], status: 'vulnerable', marks: [mark] }],
};

type Answer = readonly [status: number, text: string] | null;

function exchanged(url: URL, answer: Answer): Exchanged {
  const facts = { url: url.href, method: 'GET', address: '192.0.2.9', port: 80, requestHead: '', tls: null };
  if (answer === null)
    return {
      facts: { ...facts, result: { ok: false, failure: netFailed('timeout', 'no-address') } },
      head: null,
      connected: false,
    };
  const [status, text] = answer;
  const bytes = Buffer.byteLength(text);
  const body = { wireBytes: bytes, decodedBytes: bytes, text, truncated: false, sha256: '' };
  const response = { status, body } as Extract<Exchanged['facts']['result'], { ok: true }>['response'];
  return { facts: { ...facts, result: { ok: true, response } }, head: null, connected: true };
}

/** The state of blog.site.lab, an alias of customer.pages.lab, with these answers. */
async function stateOf(own: Answer, control: Answer): Promise<TakeoverState | undefined> {
  const http: ProbeHttp = {
    fetch: async () => assert.fail('pages are asked at one address'),
    lookup: async () => ({ ok: true, addresses: ['192.0.2.9'] }) as Awaited<ReturnType<ProbeHttp['lookup']>>,
    ask: async (url) => exchanged(url, url.hostname === 'blog.site.lab' ? own : control),
    short: () => null,
  };
  const inventory = [exampleKnownName('blog.site.lab', { aliases: ['customer.pages.lab'] })];
  const [alias] = await askServices(http, candidatesIn(inventory, [], list), { label: 'p1x2y3z4', most: 6 });
  return alias === undefined ? undefined : takeoverState(alias);
}

const free = (host: string, id = '7f3a9c2e11'): Answer => [
  404,
  `<title>Not found</title><p>There isn&rsquo;t a <b>site of ours</b> here.</p><p>${host}, request ${id}</p>`,
];
const text = `<h1>How names get lost</h1><p>We deleted the site, and visitors read &ldquo;${mark}&rdquo; for weeks.</p>`;
const gone = '<h1>Hier gibt es keine Seite dieses Namens</h1>';
const timed = (label: string, time: string): Answer => [404, `<p>${label}: ${mark}</p><p>Asked today, ${time}</p>`];
const control = free('p1x2y3z4.pages.lab', '00c0ffee99');

const rows: readonly (readonly [what: string, own: Answer, control: Answer, state: TakeoverState])[] = [
  ['nobody has the name', free('blog.site.lab'), control, 'claimable'],
  ['an article quotes the page', [200, text], control, 'claimed'],
  ['an article quotes it where the service answers 200', [200, text.repeat(9)], [200, control?.[1] ?? ''], 'claimed'],
  ['an error page of its own with the words', [404, text.repeat(9)], control, 'conditional'],
  [
    'nobody has the name, and the page tells the time',
    timed('blog', '9:59:58 AM'),
    timed('p1x2y3z4', '10:00:01 AM'),
    'claimable',
  ],
  [
    'nobody has the name, and the page has its first label',
    timed('customer', 'now'),
    timed('p1x2y3z4', 'now'),
    'claimable',
  ],
  ['an error in other words that a name of nobody has, too', [404, gone], [404, gone], 'open'],
  ['an error in other words, and the words under a name of nobody', [404, gone], control, 'claimed'],
  ['an error of its own', [404, '<h1>This shop has no such page</h1>'], [404, gone], 'claimed'],
  ['a page without the words that all names have', [200, gone], [200, gone], 'claimed'],
  ['a page without the words', [200, '<p>Welcome</p>'], control, 'claimed'],
  ['the words, and a service without them', free('blog.site.lab'), [404, '<p>Nothing</p>'], 'claimed'],
  ['the words, and a service that is silent', free('blog.site.lab'), null, 'open'],
  ['silence', null, control, 'open'],
];
for (const [what, own, other, state] of rows)
  test(`${what}: ${state}`, async () => assert.equal(await stateOf(own, other), state));
