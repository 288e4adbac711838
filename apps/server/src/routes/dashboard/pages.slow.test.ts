import type { Report } from '@perimeter/contract/report';
import { tallyOf } from '@perimeter/contract/issue';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anotherAccount, type Browser, browser, firstAccount, password } from '../../testing/people.ts';
import { goldenEngine, goldenReport } from '../../testing/golden-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

const hostile = '</script><img src=x onerror=alert(1)>\u202Eevil"\'<b>';
const bad = goldenReport('bad.lab');
const spoilt: Report = {
  ...bad,
  findings: bad.findings.map((finding) => ({ ...finding, title: hostile, description: hostile, evidence: hostile })),
  observations: bad.observations.map((one) => ({ ...one, title: hostile, description: hostile })),
};
const service = await serviceForTests(goldenEngine(1, new Map([['hostile.net', spoilt]])), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_IMPRINT_URL: 'https://example.com/imprint',
});
const { http } = service;
const holder = await firstAccount(service);

interface Given {
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}

const page = async (url: string, { headers = {}, fields }: Given = {}) =>
  http.inject({
    url,
    method: fields === undefined ? 'GET' : 'POST',
    headers: { host: 'perimeter.test', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(fields === undefined ? {} : { payload: new URLSearchParams(fields).toString() }),
  });

/** Starts an audit by the form and waits for its end; returns the path of its page. */
async function audited(domain: string, by: Browser = browser(service), isPrivate = false): Promise<string> {
  const cookie =
    by.cookie() === '' ? {} : { cookie: `__Host-perimeter=${by.cookie()}`, origin: 'https://perimeter.test' };
  const fields = { domain, scanMode: 'deep', ...(isPrivate ? { private: 'yes' } : {}) };
  const started = await page('/audits', { fields, headers: cookie });
  assert.equal(started.statusCode, 303, started.body);
  const path = String(started.headers.location);
  for (;;) {
    const state = await by.send('GET', `/api${path.replace('/audits/', '/audit/')}`, undefined, { prefer: 'wait=5' });
    if (/"status":"(?:completed|failed)"/.test(state.body)) return path;
  }
}

test('the start page has the strict content policy and loads nothing from other origins', async () => {
  const answer = await page('/');
  assert.equal(answer.statusCode, 200);
  const policy = String(answer.headers['content-security-policy']);
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
    assert.ok(policy.includes(part), part);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  assert.doesNotMatch(answer.body, /<style|style="|<script(?![^>]*src="\/assets\/)|\son[a-z]+="/);
  assert.match(answer.body, /<form class="ask" action="\/audits" method="post">/);
  assert.match(answer.body, /href="https:\/\/example\.com\/imprint"/);
});

test('assets have content-hashed names, are cached forever, and are compressed if the browser supports it', async () => {
  const name = /assets\/(dashboard-[0-9a-f]{12}\.css)/.exec((await page('/')).body)?.[1] ?? '';
  const plain = await http.inject(`/assets/${name}`);
  assert.equal(plain.statusCode, 200);
  assert.match(String(plain.headers['cache-control']), /immutable/);
  const small = await http.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(small.headers['content-encoding'], 'br');
  assert.ok(small.rawPayload.length < plain.rawPayload.length / 3);
  assert.equal((await http.inject('/assets/names.json')).statusCode, 404);
});

test('an e-mail address is refused at the field, which keeps it, and the domain in it is suggested', async () => {
  const answer = await page('/audits', { fields: { domain: 'somebody@bad.lab' } });
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /id="ask-error" role="alert"/);
  assert.match(answer.body, /Did you mean bad\.lab\?/);
  assert.match(answer.body, /value="somebody@bad\.lab"/);
  assert.match(answer.body, /aria-invalid="true"/);
});

test('a text that is too long or contains hidden characters is refused with that reason, and stays in the field', async () => {
  const long = await page('/audits', { fields: { domain: 'a'.repeat(2_000) } });
  assert.equal(long.statusCode, 422);
  assert.match(long.body, /The name is too long/);
  assert.match(long.body, /value="a{1024}"/);
  const turned = await page(`/?domain=${encodeURIComponent('\u202egood.lab')}`);
  assert.match(turned.body, /Use letters and digits, with hyphens/);
  assert.match(turned.body, /value="‹U\+202E›good\.lab"/);
});

test('the host of a pasted URL is audited, and nothing else of the URL is shown', async () => {
  const url = 'https://me:s3cret@bad.lab/x?token=t0ken';
  const started = await page('/audits', { fields: { domain: url } });
  assert.equal(started.statusCode, 303);
  for (const path of [`/?domain=${encodeURIComponent(url)}`, `/compare?targetA=${encodeURIComponent(url)}`]) {
    const answer = await page(path);
    assert.match(answer.body, /value="bad\.lab"/);
    assert.doesNotMatch(answer.body, /s3cret|t0ken/);
  }
});

test('a form that is sent twice starts one audit; with another domain it starts another', async () => {
  const once = /name="once" value="([0-9a-f-]{36})"/u.exec((await page('/')).body)?.[1] ?? assert.fail();
  const send = async (domain: string) => (await page('/audits', { fields: { domain, once } })).headers.location;
  const [first, second] = await Promise.all([send('once.net'), send('once.net')]);
  assert.match(String(first), /^\/audits\/aud_/u);
  assert.deepEqual([second, await send('ONCE.net.')], [first, first]);
  assert.notEqual(await send('twice.net'), first);
  assert.notEqual(/name="once" value="([^"]+)"/u.exec((await page('/')).body)?.[1], once);
});

test('a form of another site starts nothing', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const answer = await page('/audits', { fields: { domain: 'bad.lab' }, headers: foreign });
  assert.equal(answer.statusCode, 403);
  assert.match(answer.body, /forbidden_origin/);
});

test('visitors can open a sample report, and pages of its checks', async () => {
  assert.match((await page('/')).body, /href="\/sample"/);
  const sample = await page('/sample?severity=high');
  assert.equal(sample.statusCode, 200);
  assert.match(sample.body, /Sample<\/span> A site of our test lab/);
  assert.doesNotMatch(sample.body, /\/api\/audit\/aud_|\/audits\/aud_/);
  const [link = ''] = /\/sample\/checks\/[a-z0-9-]+/.exec(sample.body) ?? [];
  assert.equal((await page(link)).statusCode, 200);
  assert.equal((await page('/sample/checks/No%20check')).statusCode, 404);
});

test('long tables of a report have their own pages', async () => {
  const [link = ''] = /\/sample\/data\/tls#tls-\d/.exec((await page('/sample')).body) ?? [];
  const { statusCode, body } = await page(String(link.split('#')[0]));
  assert.equal(statusCode, 200);
  assert.ok(body.includes(`id="${link.split('#')[1]}"`), link);
  const names = ['nothing', 'a%20b', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  for (const part of ['data', 'checks'])
    for (const name of names) assert.equal((await page(`/sample/${part}/${name}`)).statusCode, 404, `${part}/${name}`);
  for (const name of names) assert.equal((await page(`/checks/${name}`)).statusCode, 404, name);
});

test('lists and comparisons mark provisional grades', async () => {
  await audited('botwall.lab', holder);
  await audited('good.lab', holder);
  const headers = { cookie: `__Host-perimeter=${holder.cookie()}` };
  const list = await page('/audits', { headers });
  assert.equal(list.body.match(/deep, provisional grade, /g)?.length, 1);
  const compared = await page('/compare?targetA=good.lab&targetB=botwall.lab', { headers });
  assert.equal(compared.body.match(/>Provisional</g)?.length, 1);
});

test('without script: start, report, filter, one check', async () => {
  const path = await audited('bad.lab');
  const report = await page(path);
  assert.equal(report.headers['referrer-policy'], 'no-referrer');
  assert.equal(report.headers['x-robots-tag'], 'noindex');
  assert.match(report.body, /We found \d+ issues on bad\.lab/);
  const { bySeverity } = tallyOf(bad.findings);
  assert.ok(bySeverity.low < bad.severities.low, 'an issue of the report has several findings');
  assert.match(
    report.body,
    new RegExp(`aria-label="Issues by severity".*?<b>${bySeverity.low}</b> (?:<!-- -->)?low`, 'su'),
  );
  assert.match(report.body, /id="f-vuln-logjam"/);
  assert.ok(report.body.includes(`sum to ${100 - bad.score.total}.000 exactly`));
  const filtered = await page(`${path}?severity=high`);
  assert.match(filtered.body, /id="f-cert-expired"/);
  assert.doesNotMatch(filtered.body, /id="f-tls-1-0"/);
  assert.match(filtered.body, /\d+ of \d+ issues shown/);
  const failed = await page(`${path}/checks/vuln-logjam`);
  assert.match(failed.body, /<b>Failed<\/b>/);
  const passed = await page(`${path}/checks/tls-sslv2`);
  assert.match(passed.body, /<b>Passed<\/b>/);
  assert.equal((await page(`${path}/checks/..%2f..`)).statusCode, 404);
});

test('text from a target is never markup, on any page', async () => {
  const path = await audited('hostile.net');
  for (const url of [path, `${path}/checks/vuln-logjam`]) {
    const { body } = await page(url);
    assert.match(body, /&lt;\/script&gt;&lt;img src=x/);
    assert.doesNotMatch(body, /<img|\u202E/);
  }
});

test('a failed audit shows the reason, advice, and the refund', async () => {
  const { body } = await page(await audited('walled.net'));
  assert.match(body, /Too little could be checked/);
  assert.match(body, /credit was refunded/);
  assert.match(body, /PerimeterAudit\//);
});

test('for other accounts the page of a private audit is that of an unknown one', async () => {
  const path = await audited('good.lab', holder, true);
  const own = await page(path, { headers: { cookie: `__Host-perimeter=${holder.cookie()}` } });
  assert.equal(own.statusCode, 200);
  assert.match(own.body, /Private/);
  const stranger = await anotherAccount(service, 'stranger@example.com');
  const pages = [
    await page(path),
    await page(path, { headers: { cookie: `__Host-perimeter=${stranger.cookie()}` } }),
    await page('/audits/aud_00000000-0000-4000-8000-000000000000'),
    await page(`${path}/checks/cert-expired`),
  ];
  for (const { statusCode, body } of pages) {
    assert.equal(statusCode, 404);
    assert.doesNotMatch(body, /good\.lab/);
  }
});

test('with an ended session every page works as for a visitor', async () => {
  const answer = await page('/', { headers: { cookie: `__Host-perimeter=${'a'.repeat(43)}` } });
  assert.equal(answer.statusCode, 200);
  assert.match(answer.body, /Log in/);
});

test('on loopback the session cookie is one that Safari accepts over plain HTTP', async () => {
  await anotherAccount(service, 'loopback@example.com');
  const headers = { host: 'localhost:8080', origin: 'http://localhost:8080' };
  const payload = { email: 'loopback@example.com', password };
  const answer = await http.inject({ method: 'POST', url: '/api/session', headers, payload });
  const [session = '', device = ''] = [answer.headers['set-cookie'] ?? []].flat();
  assert.match(session, /^perimeter=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
  assert.match(device, /^perimeter-device=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/);
  const cookie = session.split(';')[0] ?? '';
  const statusOf = async (url: string, given: Record<string, string> = {}) =>
    (await http.inject({ url, headers: { ...headers, cookie, ...given } })).statusCode;
  assert.deepEqual([await statusOf('/api/account'), await statusOf('/audits')], [200, 200]);
  assert.equal(await statusOf('/api/account', { host: 'perimeter.test' }), 401);
  assert.equal(await statusOf('/audits', { 'x-forwarded-for': '127.0.0.1' }), 303, 'logs in first');
  const out = await http.inject({ method: 'DELETE', url: '/api/session', headers: { ...headers, cookie } });
  assert.equal(out.headers['set-cookie'], 'perimeter=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
  assert.equal(await statusOf('/api/account'), 401);
});

test('tags, owner and note are changed in the list, which then has the same filter; no other redirect is possible', async () => {
  await audited('bad.lab', holder, true);
  const headers = { cookie: `__Host-perimeter=${holder.cookie()}`, origin: 'https://perimeter.test' };
  const list = await page('/domains?sort=name&q=bad', { headers });
  assert.match(list.body, /<form id="words-bad\.lab" action="\/domains\/bad\.lab\/tags" method="post">/u);
  assert.match(list.body, /<input type="hidden" name="back" value="sort=name&amp;q=bad"/u);
  assert.match(list.body, /<input form="words-bad\.lab"[^>]* aria-label="Owner of bad\.lab" name="owner"/u);
  assert.match(
    list.body,
    /certificate<\/small> <span class="tag warn">ended</u,
    'the certificate of the site is expired',
  );
  const fields = { tags: 'eu, shop', owner: 'Jane', note: 'renew in spring', back: 'sort=name&q=bad' };
  const saved = await page('/domains/bad.lab/tags', { headers, fields });
  assert.deepEqual([saved.statusCode, saved.headers.location], [303, '/domains?sort=name&q=bad#bad.lab']);
  const again = await page('/domains?sort=name&q=tag:shop', { headers });
  for (const part of ['>Jane<', '>renew in spring<', 'value="eu, shop"']) assert.ok(again.body.includes(part), part);
  for (const [name, given, text] of [
    ['tags', Array.from({ length: 11 }, (_, at) => `t${at}`).join(' '), 'at most 10 tags'],
    ['tags', 't'.repeat(2_000), 'at most 10 tags'],
    ['owner', 'o'.repeat(101), 'An owner has at most'],
    ['note', 'n'.repeat(1_001), 'A note has at most'],
  ] as const) {
    const typed = { ...fields, owner: 'Ann', note: 'typed', [name]: given };
    const { back: _, ...onItsPage } = typed;
    for (const [sent, list] of [
      [typed, true],
      [onItsPage, false],
    ] as const) {
      const refused = await page('/domains/bad.lab/tags', { headers, fields: sent });
      assert.equal(refused.statusCode, 400, name);
      assert.equal(refused.body.includes('<option value="name" selected="">'), list, 'the list as it was, or the page');
      for (const part of ['tags', 'owner', 'note'] as const)
        assert.ok(refused.body.includes(`value="${typed[part]}"`), `${part} as it was typed`);
      assert.match(refused.body, new RegExp(`id="refused-${name}" role="alert">[^<]*${text}`, 'u'));
      assert.equal(refused.body.match(/aria-invalid="true"/gu)?.length, 1, 'at its field alone');
    }
  }
  const elsewhere = await page('/domains/bad.lab/tags', {
    headers,
    fields: { ...fields, owner: 'o'.repeat(101), back: 'q=good.lab' },
  });
  assert.ok(elsewhere.body.includes('<h1>bad.lab</h1>'), 'a row that is not in the list any more');
  for (const [many, text] of [
    [{ pick: 'bad.lab', tags: '' }, 'Select domains and type a tag'],
    [{ pick: 'bad.lab', tags: 't'.repeat(41) }, 'at most 40 characters'],
    [{ pick: 'bad.lab', tags: 'a b c d e f g h i' }, 'One of the domains would have 11 tags'],
  ] as const) {
    const refused = await page('/domains/tags', { headers, fields: { ...many, back: 'sort=name&q=bad' } });
    assert.equal(refused.statusCode, 400, text);
    assert.match(refused.body, new RegExp(`id="refused-many" role="alert">[^<]*${text}`, 'u'));
    assert.match(refused.body, /<input type="checkbox" [^>]*name="pick"[^>]*checked=""/u, 'what was selected stays so');
    assert.ok(refused.body.includes(`value="${many.tags}"`));
  }
  const kept = (await page('/domains?sort=ends&q=tag:shop', { headers })).body;
  assert.ok(
    kept.includes('value="eu, shop"') && kept.includes('<option value="ends" selected="">'),
    'nothing was lost',
  );
  const beyond = await page(`/domains?q=bad&cursor=${Buffer.from('900').toString('base64url')}`, { headers });
  assert.deepEqual([beyond.statusCode, beyond.headers.location], [302, '/domains?sort=worst&q=bad']);
  const unknown = (await page('/domains?q=color:red', { headers })).body;
  assert.ok(unknown.includes('href="/api/domains.csv"'), 'the file holds what is shown');
  const odd = await page('/domains/bad.lab/tags', {
    headers,
    fields: { ...fields, back: '\r\n//evil.net/{domain}#x' },
  });
  assert.equal(odd.headers.location, '/domains?%0D%0A%2F%2Fevil.net%2F%7Bdomain%7D%23x=#bad.lab');
  const { statusCode } = await page('/domains/bad.lab/tags', {
    headers: { ...headers, origin: 'https://evil.net' },
    fields,
  });
  assert.equal(statusCode, 403);
});

test('the catalogue is searchable, and has a page for each check', async () => {
  assert.match((await page('/checks?q=logjam')).body, /1 check for your search/);
  assert.match((await page('/checks/vuln-logjam')).body, /How to fix/);
  assert.equal((await page('/checks/no-such-check')).statusCode, 404);
});

test('if more pages are requested than can be rendered, browsers still get a page', async () => {
  // Each page must be rendered, which takes several times as long as receiving the request.
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => page(`/sample?q=word-${n}`, { headers: { accept: 'text/html' } })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  assert.ok(refused.length > 0);
  for (const { headers, body } of answers) {
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(String(headers['content-security-policy']), /trusted-types 'none'/);
    assert.match(body, /<h1/);
  }
  for (const { headers, body } of refused) {
    assert.ok(Number(headers['retry-after']) > 0);
    assert.match(body, /Error 503/);
    assert.match(body, /<a [^>]*href=""[^>]*>[^/]*(?:<svg.*<\/svg>)?Try again/, 'at the same address');
    assert.match(body, /Start page/);
  }
});
