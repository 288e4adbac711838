import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  chained,
  challenge,
  failed,
  html,
  nameless,
  redirected,
  redirectOnly,
  refused,
  silent,
  walled,
} from './testing/evidence.ts';
import { type SiteEvidence, siteOf } from './site.ts';

const away = { status: 302, reason: 'Found' };

test('the final document comes first, the hops before it follow', () => {
  const site = siteOf(redirected([], []));
  assert.equal(site.state, 'answered');
  assert.deepEqual(site.state === 'answered' && site.answers.map(({ exchange }) => exchange.id), ['document', 'hop']);
});

test('a host whose every answer leads to another registrable domain only redirects', () => {
  const site = siteOf(redirectOnly([]));
  assert.equal(site.state === 'redirect-only' && site.destination, 'https://www.other.lab/');
  assert.deepEqual(site.state === 'redirect-only' && site.answers.map(({ exchange }) => exchange.id), ['hop']);
});

test('a host only redirects too where the place it leads to was not reached', () => {
  const hop = answered('hop', ['Location: //elsewhere.lab/x'], away);
  assert.equal(siteOf(chained([hop], 'blocked')).state, 'redirect-only');
  assert.equal(
    siteOf(chained([hop, failed('b', 'timeout', 'https://elsewhere.lab/x')], 'failed')).state,
    'redirect-only',
  );
});

test('a name that merely ends like the target is another domain', () => {
  const hop = answered('hop', ['Location: https://notsite.lab/'], away);
  const end = answered('end', [], { url: 'https://notsite.lab/' });
  assert.equal(siteOf(chained([hop, end])).state, 'redirect-only');
});

test('a redirect to a sub-host stays with the target', () => {
  const hop = answered('hop', ['Location: https://www.site.lab/'], away);
  const end = answered('end', [], { url: 'https://www.site.lab/' });
  const site = siteOf(chained([hop, end]));
  assert.equal(site.state === 'answered' && site.document.exchange.id, 'end');
});

test('where the apex leads away and www does not, www is the site', () => {
  const { http, ...rest } = redirectOnly([]);
  const own = answered('www', [], { url: 'https://www.site.lab/' });
  const site = siteOf({
    http: {
      ...http,
      exchanges: [...http.exchanges, own],
      chains: [...http.chains, { start: 'https-www', hops: ['www'], ended: 'final' }],
    },
    ...rest,
  });
  assert.equal(site.state === 'answered' && site.document.exchange.id, 'www');
});

test('a challenge page is a wall, unless it stands on another domain', () => {
  assert.equal(siteOf(walled([])).state, 'walled');
  const { http, ...rest } = redirectOnly([]);
  assert.equal(siteOf({ http: { ...http, botWall: challenge }, ...rest }).state, 'redirect-only');
});

const outcomeOf = (evidence: SiteEvidence): string => {
  const site = siteOf(evidence);
  return site.state === 'unseen' ? site.outcome.outcome : site.state;
};

test('nothing that listens is a fact, silence and loops are unknown', () => {
  assert.equal(outcomeOf(refused), 'not-applicable');
  assert.equal(outcomeOf(silent), 'inconclusive');
  assert.equal(outcomeOf(chained([failed('a', 'blocked')], 'failed')), 'inconclusive');
  assert.equal(outcomeOf(chained([failed('a', 'unreachable')], 'failed')), 'inconclusive');
  assert.equal(outcomeOf(chained([answered('a', ['Location: /'], away)], 'loop')), 'inconclusive');
  assert.equal(outcomeOf(chained([])), 'inconclusive');
  assert.equal(outcomeOf(nameless), 'not-applicable');
});

test('a broken URL or Location is passed over', () => {
  assert.equal(outcomeOf(chained([answered('a', ['Location: http://['], away)], 'bad-location')), 'inconclusive');
  assert.equal(outcomeOf(chained([answered('a', [], { url: 'nonsense' })])), 'inconclusive');
  assert.equal(outcomeOf(html([])), 'answered');
});
