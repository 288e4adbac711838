import { problem, problems } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { assertProblem } from '../testing/assert-problem.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { serviceForTests } from '../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1));
const { http } = service;
const unknownId = 'aud_00000000-0000-4000-8000-000000000000';

const inject = async (options: InjectOptions) => http.inject(options);
const get = async (url: string, headers: Record<string, string> = {}) => inject({ method: 'GET', url, headers });

test('on every path of the API bad credentials are refused before anything else', async () => {
  for (const authorization of ['Bearer psa_live_x', 'Basic YTpi', '', 'nonsense']) {
    for (const [method, url] of [
      ['POST', '/api/audit/start'],
      ['GET', `/api/audit/${unknownId}`],
      ['GET', `/api/audit/${unknownId}/report`],
      ['GET', '/api/nowhere'],
    ] as const) {
      const answer = await inject({ method, url, headers: { authorization } });
      assertProblem(answer, 'unauthorized');
      assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
    }
  }
});

test('a malformed id and an unknown audit get the same 404', async () => {
  for (const id of [unknownId, 'aud_x', unknownId.toUpperCase(), `${unknownId}0`, '..%2f', '%00', 'x'.repeat(90)]) {
    assertProblem(await get(`/api/audit/${id}`), 'audit_not_found');
    assertProblem(await get(`/api/audit/${id}/report`), 'audit_not_found');
  }
});

test('an unknown path is 404, and another method on a known path is 405 with Allow', async () => {
  for (const url of ['/nowhere', '/api', '/api/audit', `/api/audit/${unknownId}/`, '//']) {
    assertProblem(await get(url), 'not_found');
  }
  const allowed = [
    ['/api/audit/start', 'POST'],
    [`/api/audit/${unknownId}`, 'DELETE, GET, HEAD, PATCH'],
    [`/api/audit/${unknownId}/report`, 'GET, HEAD'],
    ['/', 'GET, HEAD'],
  ] as const;
  for (const [url, allow] of allowed) {
    const answer = await inject({ method: 'PUT', url });
    assertProblem(answer, 'method_not_allowed');
    assert.equal(answer.headers.allow, allow);
  }
});

test('a fixed path such as /start is not handled as an id by other methods', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await inject({ method, url: '/api/audit/start?x=1' });
    assertProblem(answer, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'POST');
  }
});

test('a malformed path is answered with a problem too', async () => {
  assertProblem(await get('/api/audit/%zz'), 'invalid_request');
});

test('an unknown format is refused', async () => {
  assertProblem(await get(`/api/audit/${unknownId}/report?format=xml`), 'invalid_request');
  assertProblem(await get(`/api/audit/${unknownId}/report?frmat=json`), 'invalid_request');
});

test('the service chooses request ids, whatever the caller sends', async () => {
  for (const given of ['build-4711.a', 'short', 'with space and more', '<b>aaaaaaaa</b>', 'x'.repeat(129)]) {
    assert.match(String((await get('/nowhere', { 'x-request-id': given })).headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

/** Sends raw bytes, and reads the answer until the connection ends. */
async function raw(sent: string, to = service): Promise<{ head: string; body: string }> {
  const { port } = new URL(to.url ?? '');
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

const unusual: readonly [string, string, keyof typeof problems][] = [
  ['no HTTP', 'nonsense\r\n\r\n', 'invalid_request'],
  ['a header that is too large', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
  ['a tunnel', 'CONNECT host:443 HTTP/1.1\r\nhost: host:443\r\n\r\n', 'method_not_allowed'],
  ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 'invalid_request'],
  [
    'two lengths',
    'POST /api/audit/start HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n',
    'invalid_request',
  ],
  ['an expectation', 'GET /nowhere HTTP/1.1\r\nhost: a\r\nexpect: x\r\nconnection: close\r\n\r\n', 'not_found'],
  [
    'a method of WebDAV',
    'PROPFIND /api/audit/start HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    'method_not_allowed',
  ],
  [
    'a key and an absolute target',
    `GET http://a/api/audit/${unknownId} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\nconnection: close\r\n\r\n`,
    'unauthorized',
  ],
  [
    'a key and an escaped target',
    `GET /%61pi/audit/${unknownId} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\nconnection: close\r\n\r\n`,
    'unauthorized',
  ],
];

for (const [what, sent, code] of unusual) {
  test(`a request with ${what} is answered with ${code}`, async () => {
    const { head, body } = await raw(sent);
    assert.match(head, new RegExp(`^HTTP/1.1 ${problems[code].status} `));
    assert.match(head, /content-type: application\/problem\+json/i);
    assert.match(head, /x-request-id: /i);
    assert.equal(problem.parse(JSON.parse(body)).code, code);
  });
}

test('liveness and readiness are served', async () => {
  assert.deepEqual((await get('/health')).json(), { status: 'ok' });
  assert.deepEqual((await get('/ready')).json(), { status: 'ok' });
});

test('errors of the framework are answered as problems of the table, and counted', async () => {
  const limited = await serviceForTests(deterministicEngine(1), { PERIMETER_RATE_LIMITS: 'on' });
  const cases: [head: string, status: number, code: string][] = [
    [`GET /api/audit/${'a'.repeat(101)} HTTP/1.1\r\nHost: localhost`, 404, 'audit_not_found'],
    [`GET /api/audit/${'a'.repeat(9_000)} HTTP/1.1\r\nHost: localhost`, 404, 'audit_not_found'],
    ['QUERY /api/audit/aud_x HTTP/1.1\r\nHost: localhost', 405, 'method_not_allowed'],
    ['GET /api/audit/%zz HTTP/1.1\r\nHost: localhost', 400, 'invalid_request'],
    ['GET /health HTTP/1.1\r\nHost: a\r\nHost: b', 400, 'invalid_request'],
    ['GET /docs HTTP/1.1\r\nHost: a\r\nHost: b', 400, 'invalid_request'],
    ['GET /docs HTTP/1.1\r\nHost: a b', 400, 'invalid_request'],
    ['GET /docs HTTP/1.1\r\nHost:', 400, 'invalid_request'],
    ['GET /docs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nAuthorization: Bearer y', 400, 'invalid_request'],
    [
      'POST /api/audit/start HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Type: text/plain',
      400,
      'invalid_request',
    ],
    [
      'POST /api/audit/start HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: gzip',
      415,
      'unsupported_media_type',
    ],
    ['GET /nowhere HTTP/1.1\r\nHost: localhost', 404, 'not_found'],
    ['POST /api/audit/start HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain', 415, 'unsupported_media_type'],
  ];
  for (const [head, status, code] of cases) {
    const answer = await raw(`${head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`, limited);
    assert.match(answer.head, new RegExp(`^HTTP/1\\.1 ${status} `), head.slice(0, 60));
    assert.equal(problem.parse(JSON.parse(answer.body)).code, code);
    if (!head.includes('/health')) assert.match(answer.head, /\r\nratelimit: /i, head.slice(0, 60));
  }
});
