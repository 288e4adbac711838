import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readEvidence } from '../evidence.ts';
import { redirectScene, redirectsOf } from './redirects.ts';
import type { HttpEvidence } from './schema.ts';

function httpOf(site: string): HttpEvidence {
  const file = path.join(import.meta.dirname, `../../../golden/${site}.evidence.json`);
  const { http } = readEvidence(JSON.parse(readFileSync(file, 'utf8')));
  assert.ok(http !== undefined);
  return http;
}

const toneOf = (http: HttpEvidence, url: string): string | undefined =>
  redirectScene(http).nodes.find(({ id }) => id === url)?.tone;

test('hops state in words whether they are encrypted and have HSTS, arrows state the status', () => {
  const { nodes, edges } = redirectScene(httpOf('good.lab'));
  const details = Object.fromEntries(nodes.map(({ id, details: lines }) => [id, lines]));
  assert.deepEqual(details['http://good.lab/'], ['not encrypted']);
  assert.deepEqual(details['https://good.lab/'], ['HSTS 730 days, subdomains, preload', '200']);
  assert.deepEqual(
    edges.map(({ from, to, label }) => [from, to, label]),
    [
      ['http://good.lab/', 'https://good.lab/', '301'],
      ['http://www.good.lab/', 'https://good.lab/', '301'],
    ],
  );
});

test('a document over http has a worse tone than a redirect away from http', () => {
  assert.equal(toneOf(httpOf('bad.lab'), 'http://bad.lab/'), 'bad');
  assert.equal(toneOf(httpOf('good.lab'), 'http://good.lab/'), 'fair');
  assert.equal(toneOf(httpOf('good.lab'), 'https://good.lab/'), 'good');
});

test('a redirect from https to http is marked, and a host without an answer states why', () => {
  const http = httpOf('good.lab');
  const [start] = http.chains.filter((chain) => chain.start === 'http-apex');
  assert.ok(start !== undefined);
  start.hops.reverse();
  const { edges } = redirectScene({ ...http, chains: [start] });
  // The first URL of the chain now shows the https document.
  assert.deepEqual(
    edges.map(({ tone }) => tone),
    ['bad'],
  );
  const [first] = http.exchanges;
  assert.ok(first !== undefined);
  const silent: HttpEvidence = {
    ...http,
    exchanges: [
      { ...first, result: { ok: false, failure: { reason: 'timeout', gap: 'words-kept', values: ['connecting'] } } },
    ],
    chains: [{ start: 'https-apex', hops: [first.id], ended: 'failed' }],
  };
  assert.deepEqual(redirectScene(silent).nodes[0]?.details, ['timeout: connecting']);
  assert.deepEqual(redirectsOf(silent)[0]?.hops, [{ url: first.url, status: null, hsts: null }]);
});

test('an HSTS policy over http, or one with max-age=0, does not count', () => {
  const http = httpOf('good.lab');
  for (const exchange of http.exchanges)
    if (exchange.result.ok)
      exchange.result.response.headers = [
        ['Strict-Transport-Security', exchange.url.startsWith('https:') ? 'max-age=0' : 'max-age=31536000'],
      ];
  assert.ok(redirectsOf(http).every(({ hops }) => hops.every(({ hsts }) => hsts === null)));
});
