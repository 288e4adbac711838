import { auditStarted, auditState, hasEnded } from '@perimeter/contract/audit';
import type { problems } from '@perimeter/contract/problem';
import { report } from '@perimeter/contract/report';
import { formNames, renderForm, reportForms } from '@perimeter/report/forms/forms';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { assertProblem } from './testing/assert-problem.ts';
import { deterministicEngine, phases } from './testing/deterministic-engine.ts';
import { serviceForTests } from './testing/service.ts';

const engine = deterministicEngine(40);
/** The highest number of audits of one registrable domain that ran at the same time. */
let mostTogether = 0;
const together = new Map<string, number>();
/** The audit of living.net runs once it was seen before its end. */
const isSeen = Promise.withResolvers<void>();

const service = await serviceForTests({
  ...engine,
  runAudit: async (request, options) => {
    const running = (together.get(request.registrableDomain) ?? 0) + 1;
    together.set(request.registrableDomain, running);
    mostTogether = Math.max(mostTogether, running);
    if (request.domain === 'living.net') await isSeen.promise;
    return engine
      .runAudit(request, options)
      .finally(() => together.set(request.registrableDomain, (together.get(request.registrableDomain) ?? 0) - 1));
  },
});
const { http } = service;

const inject = async (options: InjectOptions) => http.inject(options);
const get = async (url: string, headers: Record<string, string> = {}) => inject({ method: 'GET', url, headers });
const post = async (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  inject({ method: 'POST', url: '/api/audit/start', headers, payload });

async function start(domain: string): Promise<string> {
  const answer = await post(JSON.stringify({ domain }));
  assert.equal(answer.statusCode, 202, answer.body);
  return auditStarted.parse(answer.json()).id;
}

async function watchToEnd(id: string) {
  const seen = [];
  for (let tag = ''; ;) {
    const answer = await get(`/api/audit/${id}`, {
      prefer: 'wait=10',
      ...(tag === '' ? {} : { 'if-none-match': tag }),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    tag = String(answer.headers.etag);
    const state = auditState.parse(answer.json());
    seen.push(state);
    if (hasEnded(state)) return { seen, last: state, tag };
  }
}

test('an audit is followed from start to report, and its progress never decreases', async () => {
  const answer = await post('{"domain":" Living.NET. "}');
  const started = auditStarted.parse(answer.json());
  assert.equal(answer.headers.location, `/api/audit/${started.id}`);
  assert.equal(answer.headers['retry-after'], '2');
  assert.equal(started.domain, 'living.net');
  assert.equal(started.phasesTotal, phases.length);
  const early = await get(`/api/audit/${started.id}/report`);
  const refused = assertProblem(early, 'audit_not_completed');
  assert.equal(early.headers['retry-after'], '2');
  assert.ok(refused.auditStatus === 'queued' || refused.auditStatus === 'in_progress');
  isSeen.resolve();

  const { seen, last } = await watchToEnd(started.id);
  for (const [n, state] of seen.entries()) {
    assert.ok(phases.some((phase) => phase === state.currentPhase));
    const earlier = seen[n - 1];
    if (earlier === undefined) continue;
    assert.ok(state.percentComplete >= earlier.percentComplete);
    assert.ok(state.phasesCompleted >= earlier.phasesCompleted);
    assert.ok(state.elapsedMs >= earlier.elapsedMs);
  }
  assert.ok(seen.length > 2, 'waiting saw the audit move');
  assert.deepEqual(
    { ...last, elapsedMs: 0 },
    {
      id: started.id,
      domain: 'living.net',
      status: 'completed',
      currentPhase: 'phase_cookies',
      percentComplete: 100,
      elapsedMs: 0,
      phasesCompleted: 4,
      phasesTotal: 4,
      summary: { checksExecuted: 12, findingsCount: 0 },
    },
  );
  const again = auditState.parse((await get(`/api/audit/${started.id}`)).json());
  assert.equal(again.elapsedMs, last.elapsedMs);
});

test('a report is served byte for byte with the digest of exactly these bytes', async () => {
  const id = await start('digest.net');
  await watchToEnd(id);
  const answer = await get(`/api/audit/${id}/report`);
  assert.equal(answer.statusCode, 200);
  assert.equal(report.parse(answer.json()).id, id);
  const digest = createHash('sha256').update(answer.rawPayload);
  const hex = digest.copy().digest('hex');
  assert.equal(answer.headers['repr-digest'], `sha-256=:${digest.digest('base64')}:`);
  assert.equal(answer.headers.etag, `"${hex}"`);
  assert.equal((await get(`/api/audit/${id}/report?format=json`)).body, answer.body);

  const known = await get(`/api/audit/${id}/report`, { 'if-none-match': `"x", "${hex}"` });
  assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', `"${hex}"`]);
  const head = await inject({ method: 'HEAD', url: `/api/audit/${id}/report` });
  assert.deepEqual([head.statusCode, head.body], [200, '']);
  assert.equal(head.headers['content-length'], String(answer.rawPayload.length));
  assert.equal(head.headers.etag, answer.headers.etag);
});

test('a failed audit says why, and its report is refused for good', async () => {
  const id = await start('failing.net');
  const { last } = await watchToEnd(id);
  assert.equal(last.status, 'failed');
  assert.equal(last.failure?.code, 'scan_timeout');
  assert.ok(last.percentComplete < 100);
  const refused = await get(`/api/audit/${id}/report`);
  assert.equal(assertProblem(refused, 'audit_failed').auditStatus, 'failed');
  assert.equal(refused.headers['retry-after'], undefined);
});

test('an internal error fails the audit as internal_error without revealing the error', async () => {
  const id = await start('breaking.net');
  const { last } = await watchToEnd(id);
  assert.equal(last.failure?.code, 'internal_error');
  assert.ok(!JSON.stringify(last).includes('on purpose'));
});

test('If-None-Match with the current state gets 304, also after a long poll', async () => {
  const id = await start('tagged.net');
  const { tag } = await watchToEnd(id);
  const answer = await get(`/api/audit/${id}`, { 'if-none-match': tag, prefer: 'wait=20' });
  assert.deepEqual([answer.statusCode, answer.body], [304, '']);
  assert.equal(answer.headers['preference-applied'], 'wait=20');
});

test('a long poll waits 25 seconds at most', async () => {
  const id = await start('patient.net');
  await watchToEnd(id);
  const answer = await get(`/api/audit/${id}`, { prefer: 'wait=600' });
  assert.equal(answer.headers['preference-applied'], 'wait=25');
});

const refusedBodies: readonly [string, string, keyof typeof problems, string[] | undefined][] = [
  ['no JSON', '{"domain":', 'invalid_json', undefined],
  ['an array', '[]', 'invalid_request', ['']],
  ['null', 'null', 'invalid_request', ['']],
  ['no domain', '{}', 'invalid_request', ['/domain']],
  ['a number for the domain', '{"domain":1}', 'invalid_request', ['/domain']],
  ['an empty domain', '{"domain":""}', 'invalid_request', ['/domain']],
  ['an unknown mode', '{"domain":"a.net","scanMode":"quick"}', 'invalid_request', ['/scanMode']],
  ['unknown members', '{"domain":"a.net","mode":1,"x y":2}', 'invalid_request', ['/mode', '']],
  ['a prototype', '{"domain":"a.net","__proto__":{"a":1}}', 'invalid_request', ['/__proto__']],
  ['everything wrong at once', '{"domain":1,"scanMode":2,"x":3}', 'invalid_request', ['/domain', '/scanMode', '/x']],
  ['an address', '{"domain":"192.0.2.1"}', 'invalid_domain', ['/domain']],
  ['a URL', '{"domain":"https://a.net/"}', 'invalid_domain', ['/domain']],
  ['a public suffix', '{"domain":"co.uk"}', 'invalid_domain', ['/domain']],
  ['a name for documentation', '{"domain":"example.com"}', 'invalid_domain', ['/domain']],
];

for (const [what, payload, code, pointers] of refusedBodies) {
  test(`a start with ${what} is refused as ${code}`, async () => {
    const body = assertProblem(await post(payload), code);
    if (pointers !== undefined)
      assert.deepEqual(
        body.errors?.map(({ pointer }) => pointer),
        pointers,
      );
  });
}

test('a body that is not UTF-8 is refused as invalid JSON', async () => {
  const payload = Buffer.concat([Buffer.from('{"domain":"a'), Buffer.from([0xff]), Buffer.from('.net"}')]);
  const answer = await inject({
    method: 'POST',
    url: '/api/audit/start',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  assertProblem(answer, 'invalid_json');
});

test('a refused domain has a machine-readable reason and never repeats the input', async () => {
  const answer = await post('{"domain":"<script>alert(1)</script>"}');
  const body = assertProblem(answer, 'invalid_domain');
  assert.ok((body.errors?.[0]?.reason ?? '') !== '');
  assert.ok(!answer.body.includes('script>'));
});

for (const [typed, meant] of [
  ['https://good.net/secret-page?x=1#y', 'good.net'],
  ['https://somebody:hunter2@good.net/', 'good.net'],
  ['somebody@good.net', 'good.net'],
  ['*.good.net', 'good.net'],
  ['good.net:8443', 'good.net'],
] as const) {
  test(`${typed} gets a suggested domain, and no other part of the input is repeated`, async () => {
    const answer = await post(JSON.stringify({ domain: typed }));
    const body = assertProblem(answer, 'invalid_domain');
    assert.equal(body.errors?.[0]?.suggestion, meant);
    assert.ok(body.detail?.endsWith(`. Did you mean ${meant}?`), body.detail);
    for (const part of ['hunter2', 'somebody', 'secret-page', '8443', '*'])
      assert.ok(!answer.body.includes(part), part);
  });
}

test('unknown members are not named if their names could carry an injection', async () => {
  const answer = await post(JSON.stringify({ domain: 'a.net', '<img src=x>': 1 }));
  assertProblem(answer, 'invalid_request');
  assert.ok(!answer.body.includes('<img'));
});

test('a missing body is refused', async () => {
  assertProblem(await inject({ method: 'POST', url: '/api/audit/start' }), 'invalid_request');
  const typed = { method: 'POST', url: '/api/audit/start', headers: { 'content-type': 'application/json' } } as const;
  assertProblem(await inject(typed), 'invalid_json');
});

test('other media types are refused; parameters of application/json are accepted', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
    assertProblem(await post('{"domain":"a.net"}', { 'content-type': type }), 'unsupported_media_type');
  }
  assert.equal(
    (await post('{"domain":"a.net"}', { 'content-type': 'application/json; charset=utf-8' })).statusCode,
    202,
  );
});

test('a body of 16 KiB is accepted and a longer one refused', async () => {
  const filled = (length: number): string => `{"domain":"a.net"${' '.repeat(length - 18)}}`;
  assert.equal((await post(filled(16 * 1024))).statusCode, 202);
  assertProblem(await post(filled(16 * 1024 + 1)), 'body_too_large');
});

test('each other form has the digest of its own bytes and names the same report', async () => {
  const id = await start('forms.net');
  await watchToEnd(id);
  const sealed = report.parse((await get(`/api/audit/${id}/report`)).json());
  for (const name of formNames) {
    const answer = await get(`/api/audit/${id}/report?format=${name}`);
    assert.equal(answer.statusCode, 200, name);
    assert.equal(answer.body, renderForm(name, sealed));
    assert.equal(String(answer.headers['content-type']), reportForms[name].mediaType);
    const digest = createHash('sha256').update(answer.rawPayload).digest('hex');
    assert.equal(answer.headers.etag, `"${digest}"`);
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename="perimeter-forms\.net\.[a-z.]+"$/,
    );
    assert.equal(answer.headers['repr-digest'], `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`);
    const known = await get(`/api/audit/${id}/report?format=${name}`, { 'if-none-match': `"${digest}"` });
    assert.equal(known.statusCode, 304);
  }
  const short = await get(`/api/audit/${id}/report?format=md`);
  assert.equal(short.body, (await get(`/api/audit/${id}/report?format=markdown`)).body);
  assert.equal(short.headers['content-type'], reportForms.markdown.mediaType);
});

test('the OpenAPI document lists the media type of every form', async () => {
  const answer = await get('/openapi.json');
  assert.equal(answer.statusCode, 200, answer.body);
  const document = answer.json();
  const { parameters, responses } = document.paths['/api/audit/{id}/report'].get;
  for (const name of formNames)
    assert.ok(responses['200'].description.includes(`${name} as ${reportForms[name].mediaType}`), name);
  const format = parameters.find(({ name }: { name: string }) => name === 'format');
  for (const name of formNames) assert.ok(format.schema.enum.includes(name), name);
});

test('a failed audit has no report in any form', async () => {
  const id = await start('failing.net');
  await watchToEnd(id);
  for (const name of formNames) assertProblem(await get(`/api/audit/${id}/report?format=${name}`), 'audit_failed');
});

test('many simultaneous starts create as many audits, and all of them end', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async (_, n) => start(`crowd-${n}.net`)));
  assert.equal(new Set(ids).size, 12);
  const ends = await Promise.all(ids.map(watchToEnd));
  assert.deepEqual(new Set(ends.map(({ last }) => last.status)), new Set(['completed']));
});

test('audits of one registrable domain run one after the other', async () => {
  mostTogether = 0;
  const ids = [];
  for (const domain of ['one.serial.net', 'two.serial.net', 'serial.net']) ids.push(await start(domain));
  await Promise.all(ids.map(watchToEnd));
  assert.equal(mostTogether, 1);
});
