import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netFailed } from '../../../evidence/observed.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import {
  answered,
  chained,
  failed,
  html,
  nameless,
  redirected,
  redirectOnly,
  refused,
  silent,
  walled,
  besideHttp2,
} from './testing/evidence.ts';
import { httpMember } from '../../../evidence/site/responses/member.ts';
import { httpSection } from '../../../evidence/site/responses/section.ts';
import { sitesOf } from '../../../evidence/site/page/sites.ts';
import { withPage } from './testing/page.ts';
import { documentOfSite } from '../../../evidence/site/document/of-site.ts';
import { siteOf, type SiteEvidence } from './site.ts';

const away = { status: 302, reason: 'Found' };

test('the final document comes first, the hops before it follow', () => {
  const site = siteOf(redirected([], []));
  assert.equal(site.state, 'answered');
  assert.deepEqual(site.state === 'answered' && site.answers.map(({ exchange }) => exchange.id), ['document', 'hop']);
});

test('a host that redirects every request to another registrable domain has the state redirect-only', () => {
  const site = siteOf(redirectOnly([]));
  assert.equal(site.state === 'redirect-only' && site.destination, 'https://www.other.lab/');
  assert.deepEqual(site.state === 'redirect-only' && site.answers.map(({ exchange }) => exchange.id), ['hop']);
});

test('a host also counts as only redirecting where the redirect target was not reached', () => {
  const hop = answered('hop', ['Location: //elsewhere.lab/x'], away);
  assert.equal(
    siteOf(chained([hop, failed('b', 'timeout', 'https://elsewhere.lab/x')], 'failed')).state,
    'redirect-only',
  );
});

test('a host that redirects away over http is unknown while https accepts connections without answering', () => {
  const { http, ...rest } = chained(
    [
      answered('plain', ['Location: https://elsewhere.invalid/'], { url: 'http://site.lab/', ...away }),
      failed('gone', 'unreachable', 'https://elsewhere.invalid/'),
    ],
    'failed',
    'http-apex',
  );
  const stateWith = (...attempts: readonly HttpExchange[]): string =>
    outcomeOf({
      ...rest,
      http: {
        ...http,
        exchanges: [...attempts, ...http.exchanges],
        chains: [
          { start: 'https-apex', hops: attempts.slice(-1).map(({ id }) => id), ended: 'failed' },
          ...http.chains,
        ],
      },
    });
  for (const reason of ['closed', 'reset', 'timeout', 'tls', 'malformed', 'rate-limited', 'budget'] as const)
    assert.equal(stateWith(failed('secure', reason)), 'inconclusive', reason);
  assert.equal(stateWith(failed('secure', 'refused')), 'redirect-only');
  assert.equal(stateWith(failed('first', 'timeout'), failed('secure', 'refused')), 'inconclusive');
  assert.equal(stateWith(failed('first', 'refused'), failed('secure', 'unreachable')), 'redirect-only');
});

test('a name with the target as a mere string suffix is another domain', () => {
  const hop = answered('hop', ['Location: https://notsite.lab/'], away);
  const end = answered('end', [], { url: 'https://notsite.lab/' });
  assert.equal(siteOf(chained([hop, end])).state, 'redirect-only');
});

test('a redirect to a subdomain stays with the target', () => {
  const hop = answered('hop', ['Location: https://www.site.lab/'], away);
  const end = answered('end', [], { url: 'https://www.site.lab/' });
  const site = siteOf(chained([hop, end]));
  assert.equal(site.state === 'answered' && site.document.exchange.id, 'end');
});

test('if the apex redirects away and www does not, www is the site', () => {
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

test('a challenge page is a wall, except on another domain', () => {
  assert.equal(siteOf(walled([])).state, 'walled');
  const hop = answered('hop', ['Location: https://www.other.lab/'], away);
  const foreign = answered('foreign', ['CF-Mitigated: challenge'], { url: 'https://www.other.lab/', status: 403 });
  assert.equal(siteOf(chained([hop, foreign])).state, 'redirect-only');
});

const outcomeOf = (evidence: SiteEvidence): string => {
  const site = siteOf(evidence);
  return site.state === 'unseen' ? site.outcome.outcome : site.state;
};

test('closed ports are a fact about the target, silence and redirect loops are unknown', () => {
  assert.equal(outcomeOf(refused), 'not-applicable');
  assert.equal(outcomeOf(silent), 'inconclusive');
  assert.equal(outcomeOf(chained([failed('a', 'blocked')], 'failed')), 'inconclusive');
  assert.equal(outcomeOf(chained([failed('a', 'unreachable')], 'failed')), 'inconclusive');
  assert.equal(outcomeOf(chained([answered('a', ['Location: /'], away)], 'loop')), 'inconclusive');
  assert.equal(outcomeOf(chained([])), 'inconclusive');
  assert.equal(outcomeOf(nameless), 'not-applicable');
});

test('an invalid URL or Location is ignored', () => {
  assert.equal(outcomeOf(chained([answered('a', ['Location: http://['], away)], 'bad-location')), 'inconclusive');
  assert.equal(outcomeOf(chained([answered('a', [], { url: 'nonsense' })])), 'inconclusive');
  assert.equal(outcomeOf(html([])), 'answered');
});

/** A site that answers https with one exchange and http://www with another, each chain one hop. */
function twoChains(https: Parameters<typeof answered>[2], plain: Parameters<typeof answered>[2]): SiteEvidence {
  const first = answered('https', ['Content-Type: text/html'], { body: '<p>x</p>', ...https });
  const second = answered('plain', [], { url: 'http://www.site.lab/', ...plain });
  const { http, ...rest } = chained([first]);
  return {
    ...rest,
    http: {
      ...http,
      exchanges: [first, second],
      chains: [...http.chains, { start: 'http-www', hops: ['plain'], ended: 'final' }],
    },
  };
}

test('a rate limit on one host does not affect the document of another', () => {
  const site = siteOf(twoChains({}, { status: 429, reason: 'Too Many Requests' }));
  assert.equal(site.state === 'answered' && site.document.exchange.id, 'https');
});

test('if the first chain ends at a wall, the document of another represents the site', () => {
  const site = siteOf(twoChains({ status: 503, reason: 'Service Unavailable' }, { body: '<p>x</p>' }));
  assert.equal(site.state === 'answered' && site.document.exchange.id, 'plain');
});

test('sections of the report show the document that is judged, and nothing behind a wall', () => {
  const evidence = twoChains({ status: 503, reason: 'Service Unavailable' }, { body: '<p>x</p>' });
  assert.equal(evidence.http.finalDocument, 'https');
  const shown = documentOfSite(evidence);
  assert.deepEqual([shown?.answer.exchange.id, shown?.facts], ['plain', null]);
  assert.equal(httpMember(evidence).finalUrl, 'http://www.site.lab/');
  assert.equal(
    httpMember(walled([])).finalUrl,
    walled([]).http.exchanges[0]?.url,
    'without a document, what stands there',
  );
  const headers = httpSection(evidence)?.tables.find(({ caption }) => caption === 'Response headers');
  assert.notEqual(headers?.note, `Headers of ${evidence.http.exchanges[0]?.url}.`);
  // What stands at the wall was read, and is not what the site loads.
  const loading = html([], { body: '<script src=https://cdn.example/a.js></script>' });
  const { page } = withPage(loading);
  assert.deepEqual(
    sitesOf({ ...loading, page })?.sites.map(({ site }) => site),
    ['cdn.example'],
  );
  const atTheWall = page.documents.map((one) => ({ ...one, exchange: 'https' }));
  assert.equal(sitesOf({ ...evidence, page: { ...page, documents: atTheWall } }), null);
  assert.deepEqual(sitesOf({ ...redirectOnly([]), page })?.sites, [], 'what another site loads');
  assert.equal(documentOfSite(walled([])), null);
  assert.equal(documentOfSite(redirectOnly([])), null);
});

const status = (code: number): SiteEvidence => html([], { status: code, reason: '' });

test('a login is a document; 204, 304, gateway errors and block pages hide it', () => {
  const documentOf = (code: number): string => {
    const site = siteOf(status(code));
    return site.state === 'walled' ? site.outcome.outcome : site.state;
  };
  assert.deepEqual([200, 401, 404, 500].map(documentOf), ['answered', 'answered', 'answered', 'answered']);
  assert.deepEqual([101, 204, 205, 304, 403, 429, 502, 503, 999].map(documentOf), Array(9).fill('inconclusive'));
});

const reasonOf = (evidence: SiteEvidence): string => {
  const site = siteOf(evidence);
  return site.state === 'unseen' ? site.outcome.reason : site.state;
};

test('a redirect that browsers or this audit do not follow states its target', () => {
  const to = (location: string) => answered('hop', [`Location: ${location}`], away);
  assert.match(
    reasonOf(chained([to('data:text/html,x')], 'bad-location')),
    /https:\/\/site\.lab\/ redirects to data:text\/html,x, which browsers do not follow$/,
  );
  const refusedHop = failed('b', 'blocked', 'http://127.0.0.1/');
  assert.match(
    reasonOf(chained([to('http://127.0.0.1/'), refusedHop], 'blocked')),
    /redirects to http:\/\/127\.0\.0\.1\/, which was not requested \(blocked: /,
  );
  assert.match(
    reasonOf(chained([answered('hop', ['Location: /a', 'Location: /b'], away)], 'bad-location')),
    /2 different/,
  );
  assert.match(reasonOf(chained([to('/')], 'loop')), /form a loop/);
});

test('a server that demands client certificates in the handshake is a wall, like a page that demands one', () => {
  const demands = (alert: string): HttpExchange => ({
    ...failed('b', 'tls'),
    result: { ok: false, failure: netFailed('tls', 'step-failed', 'read-response', `ERR_SSL_${alert}`) },
  });
  const hop = answered('hop', ['Location: https://site.lab/'], away);
  for (const before of [[], [hop]]) {
    const site = siteOf(chained([...before, demands('TLSV13_ALERT_CERTIFICATE_REQUIRED')], 'failed'));
    assert.ok(site.state === 'walled' && site.kind === 'client-certificate');
    assert.equal(site.outcome.outcome, 'not-applicable');
    assert.match(site.outcome.reason, /https:\/\/site\.lab\/ requires a client certificate/);
    // Servers of TLS 1.2 signal it with an alert that also has other causes.
    assert.equal(siteOf(chained([...before, demands('SSLV3_ALERT_HANDSHAKE_FAILURE')], 'failed')).state, 'unseen');
  }
});

test('a server that supports only HTTP/2 is reported as such', () => {
  assert.match(reasonOf(chained([failed('a', 'http2-only')], 'failed')), /speaks HTTP\/2 only/);
  const hop = answered('hop', ['Location: https://site.lab/'], away);
  assert.match(reasonOf(chained([hop, failed('b', 'http2-only')], 'failed')), /speaks HTTP\/2 only/);
});

test('another status over HTTP/2 is shown with the headers of the document', () => {
  const noteOf = (evidence: SiteEvidence): string =>
    httpSection(evidence)?.tables.find(({ caption }) => caption === 'Response headers')?.note ?? '';
  assert.match(noteOf(besideHttp2(html([]), [], 403)), /Over HTTP\/2, .* status is 403, not 200/);
  assert.doesNotMatch(noteOf(besideHttp2(html([]), [])), /HTTP\/2/);
});
