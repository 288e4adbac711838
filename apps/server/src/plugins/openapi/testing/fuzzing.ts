import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { connect } from 'node:net';
import { test } from 'node:test';
import { z } from 'zod';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { firstAccount, makeKey } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const holder = await firstAccount(service);
const audit = await completedAudit(holder, 'fuzzed.net');
const key = await makeKey(holder, ['audit:read', 'audit:write', 'account:read']);

const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() })).optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) })
    .optional(),
  responses: z.record(z.string(), z.looseObject({ 'x-problem-codes': z.array(z.string()).optional() })),
});
const document = z
  .looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse((await service.http.inject('/openapi.json')).json());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
);

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', '.', '..', '%', '%00', '%ff', 'null', '-1', '1e999', '__proto__', 'a'.repeat(300), audit),
);
const json = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.integer(), fc.constant(null));

/** A copy of an example with members removed or replaced, or any other JSON value. */
const bodyLike = (example: unknown): fc.Arbitrary<unknown> => {
  if (typeof example !== 'object' || example === null) return json;
  const members = Object.entries(example);
  const changed = fc
    .array(fc.tuple(fc.nat({ max: Math.max(0, members.length - 1) }), json), { maxLength: 3 })
    .map((changes) => ({
      ...example,
      ...Object.fromEntries(changes.map(([n, value]) => [members[n]?.[0] ?? 'more', value])),
    }));
  return fc.oneof(fc.constant(example), changed, json);
};

const fieldValue = fc.stringMatching(/^[\t\x20-\x7e]{0,60}$/);
const fields = fc.record(
  {
    accept: fieldValue,
    'if-none-match': fc.oneof(fieldValue, fc.constantFrom('*', 'W/"1"', '"1", "2"')),
    range: fc.oneof(fieldValue, fc.constantFrom('bytes=0-1', 'bytes=-5', 'bytes=9-1,x')),
    prefer: fc.oneof(fieldValue, fc.constantFrom('wait=0', 'wait=x', 'respond-async')),
    'idempotency-key': fc.oneof(fieldValue, fc.constantFrom('a', 'b'.repeat(300))),
    'x-request-id': fieldValue,
    'last-event-id': fieldValue,
    origin: fc.oneof(fieldValue, fc.constantFrom('null', 'http://localhost')),
    authorization: fc.oneof(fieldValue, fc.constantFrom(`Bearer ${key}`, 'Bearer psa_live_x', 'Basic eDp5')),
    cookie: fc.oneof(fieldValue, fc.constantFrom('__Host-perimeter=x', 'perimeter=x')),
  },
  { requiredKeys: [] },
);

/** Read only the first bytes of an event stream, which does not end. */
const isStream = (path: string): boolean => path.endsWith('/events');

const request = fc.nat({ max: operations.length - 1 }).chain((n) => {
  const chosen = operations[n];
  if (chosen === undefined) throw new Error('There is no such operation');
  const { method, path, described } = chosen;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole);
  const inQuery = (described.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const [content] = Object.values(described.requestBody?.content ?? {});
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    responses: fc.constant(described.responses),
    pathValues: fc.tuple(...inPath.map(() => fc.oneof(text, fc.constant(audit)))),
    query: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom('x', ...inQuery.map(({ name }) => name)), text),
        fc.oneof(text, fc.constant('json')),
      ),
      { maxLength: 4 },
    ),
    body: fc.option(bodyLike(content?.example), { nil: undefined }),
    type: fc.constantFrom('application/json', 'application/json', 'application/json; charset=x', 'text/plain', ';', ''),
    fields,
  });
});

async function answerTo({ method, path, pathValues, query, body, type, fields: sent }: Sent) {
  let at = 0;
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent((pathValues[at++] ?? '').toWellFormed()) || 'x');
  const search = query.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&');
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return service.http.inject({
    method:
      method === 'POST'
        ? 'POST'
        : method === 'PUT'
          ? 'PUT'
          : method === 'DELETE'
            ? 'DELETE'
            : method === 'PATCH'
              ? 'PATCH'
              : 'GET',
    url: search === '' ? filled : `${filled}?${search}`,
    headers: { ...sent, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
}
type Sent = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** Sends this many random requests. */
export function testRequests(numRuns: number): void {
  test('random requests to the documented operations get documented answers, and never 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        // HTTP clients remove dot segments before sending, which changes the path.
        if (isStream(sent.path) || sent.pathValues.some((value) => /^\.{1,2}$/.test(value))) return;
        const answer = await answerTo(sent);
        const said = `${sent.method} ${sent.path} ${answer.statusCode} ${answer.payload.slice(0, 200)}`;
        assert.ok(answer.statusCode < 500, said);
        // A random parameter can form another path; its not_found answer is documented for all paths.
        if (answer.statusCode === 404 && problem.parse(answer.json()).code === 'not_found') return;
        const described = sent.responses[String(answer.statusCode)];
        assert.ok(described, said);
        if (answer.statusCode < 400) return;
        const { code } = problem.parse(answer.json());
        assert.ok(described['x-problem-codes']?.includes(code), said);
      }),
      { numRuns },
    );
  });
}

const port = Number(new URL(service.url ?? '').port);

/** The answer to raw bytes, until the connection ends. */
const answerToStream = async (bytes: Buffer): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer and no end')));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

const seeds = [
  'GET /api/audit/aud_x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'POST /api/audit/start HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\nConnection: close\r\n\r\n{"domain":"a.net"}  ',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'QUERY /docs?x=%41 HTTP/1.1\r\nHost: [::1]:80\r\nExpect: 100-continue\r\nCookie: a=b\r\nConnection: close\r\n\r\n',
];
const stream = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 6 })), { maxLength: 4 }),
  )
  .map(([seed, changes]) =>
    changes.reduce(
      (bytes, [at, removed, put]) => {
        const cut = Math.min(at, bytes.length);
        return Buffer.concat([bytes.subarray(0, cut), put, bytes.subarray(cut + removed)]);
      },
      Buffer.from(seed, 'latin1'),
    ),
  );

/** Sends random bytes on fifteen connections at once, this many times. */
export function testStreams(numRuns: number): void {
  test('random bytes on a connection never cause a 5xx, and the service continues', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stream, { minLength: 15, maxLength: 15 }), async (together) => {
        for (const answer of await Promise.all(together.map(answerToStream))) {
          for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) assert.ok(Number(status) < 500, answer);
        }
      }),
      { numRuns },
    );
    assert.equal((await fetch(`${service.url}/health`)).status, 200);
  });
}
