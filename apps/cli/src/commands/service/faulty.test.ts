import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { runCommandLine } from '../../testing/command-line.ts';

const id = 'aud_00000000-0000-4000-8000-000000000001';
type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const problem = (code: string, more: Record<string, unknown> = {}): unknown => ({
  type: 'about:blank',
  title: `Refused as ${code}`,
  status: 400,
  code,
  requestId: 'req_1',
  retryable: false,
  ...more,
});
const state = (status: string): unknown => ({
  id,
  domain: 'audited.org',
  status,
  currentPhase: 'phase_cookies',
  percentComplete: status === 'completed' ? 100 : 50,
  elapsedMs: 5,
  phasesCompleted: 1,
  phasesTotal: 2,
  summary: { checksExecuted: 1, findingsCount: 0 },
});
const started = { id, domain: 'audited.org', status: 'queued', startedAt: 1, phasesTotal: 2 };
const report = { ...sampleReport, id, domain: 'audited.org', findings: [], newerMember: 'kept' };

/** A server on loopback with given answers; counts requests by method and path. */
async function faulty(handlers: Readonly<Record<string, Handler>>) {
  const counts = new Map<string, number>();
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    const count = (counts.get(route) ?? 0) + 1;
    counts.set(route, count);
    seen.push(request);
    const handler = handlers[route];
    if (handler === undefined) json(response, 404, problem('not_found'));
    else handler(request, response, count);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await takeFreePort(server);
  return { url: `http://127.0.0.1:${port}`, counts, seen };
}

const whole: Record<string, Handler> = {
  'POST /api/audit/start': (_, response) => json(response, 202, started),
  [`GET /api/audit/${id}`]: (_, response) => json(response, 200, state('completed'), { etag: 'W/"1"' }),
  [`GET /api/audit/${id}/report`]: (_, response) => json(response, 200, report),
};
const env = { PERIMETER_API_KEY: 'secret-key-of-the-test' };
const audit = async (url: string, ...more: string[]) =>
  runCommandLine(['audit', ...more, '--server', url, '--progress', 'none'], { env });

// Some wait for retries and time-outs.
suite('services at fault', { concurrency: 8 }, () => {
  test('429, 503 and connection resets are retried with the same idempotency key', async () => {
    const { url, seen, counts } = await faulty({
      ...whole,
      'POST /api/audit/start': (request, response, count) => {
        if (count === 1) json(response, 429, problem('rate_limited'), { 'retry-after': '0' });
        else if (count === 2) request.socket.destroy();
        else if (count === 3) json(response, 503, problem('service_unavailable'), { 'retry-after': '1' });
        else json(response, 202, started);
      },
      [`GET /api/audit/${id}/report`]: (request, response, count) =>
        count === 1 ? request.socket.destroy() : json(response, 200, report),
    });
    const { code, stdout, stderr } = await audit(
      url,
      'audited.org',
      '--format',
      'json',
      '--fail-on',
      'none',
      '--allow-incomplete',
    );
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).newerMember, 'kept', 'members of a newer minor version stay in the report');
    const starts = seen.filter(({ method }) => method === 'POST');
    assert.equal(starts.length, 4);
    assert.equal(new Set(starts.map(({ headers }) => headers['idempotency-key'])).size, 1);
    assert.ok(starts.every(({ headers }) => headers.authorization === `Bearer ${env.PERIMETER_API_KEY}`));
    assert.equal(counts.get(`GET /api/audit/${id}/report`), 2);
  });

  const refusals: [string, number, unknown, Record<string, string>, number, RegExp][] = [
    [
      'no credits',
      402,
      problem('credits_exhausted', { resetsAt: Date.UTC(2026, 11, 1) }),
      {},
      6,
      /back on 2026-12-01/u,
    ],
    ['a bad key', 401, problem('unauthorized'), {}, 6, /unauthorized/u],
    ['a wait of ten minutes', 429, problem('rate_limited'), { 'retry-after': '600' }, 6, /rate_limited/u],
    [
      'an outage of ten minutes',
      503,
      problem('service_unavailable'),
      { 'retry-after': '600' },
      7,
      /service_unavailable/u,
    ],
    ['a redirect', 307, '', { location: 'https://other.example/' }, 7, /redirects/u],
    ['another server', 404, { hello: 1 }, {}, 7, /without an error of Perimeter/u],
    [
      'hostile text',
      401,
      problem('unauthorized', { title: '\u001b[2J\n::error::owned\u202e' }),
      {},
      6,
      /\\u\{1b\}\[2J\\u\{a\}/u,
    ],
  ];
  for (const [what, status, body, headers, expected, said] of refusals)
    test(`${what} is exit code ${expected}, with a one-line message without the key`, async () => {
      const { url, counts } = await faulty({
        'POST /api/audit/start': (_, response) => json(response, status, body, headers),
      });
      const { code, stderr, stdout } = await audit(url, 'audited.org', '--format', 'json');
      assert.equal(code, expected, stderr);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr + stdout, /secret-key/u);
      assert.ok(!stderr.includes('\u001b'));
      assert.equal(counts.get('POST /api/audit/start'), 1);
      assert.match(JSON.parse(stdout).failure.code, /^service_/u, 'every form tells it');
    });

  test('nobody at the address is exit code 7 after retries', async (t) => {
    const server = createServer();
    t.after(() => server.close());
    const port = await takeFreePort(server);
    // The near end of a connection: nobody else listens there as long as it is open.
    const holder = connect(port, '127.0.0.1');
    t.after(() => holder.destroy());
    await once(holder, 'connect');
    const { code, stderr } = await audit(`http://127.0.0.1:${holder.localPort}`, 'audited.org', '--progress', 'plain');
    assert.equal(code, 7, stderr);
    assert.match(stderr, /cannot be reached \(ECONNREFUSED\)/u);
  });

  test('a newer major schema is refused by its version; so are the report of another audit and an invalid one', async () => {
    for (const [sent, said] of [
      [{ ...report, schemaVersion: '2.0' }, /schema version 2\.0.*install a newer one/u],
      [{ ...report, id: 'aud_other' }, /something else/u],
      [{ ...report, domain: 'other.org' }, /not one of audited\.org/u],
      [[], /something else/u],
    ] as const) {
      const { url } = await faulty({
        ...whole,
        [`GET /api/audit/${id}/report`]: (_, response) => json(response, 200, sent),
      });
      const { code, stderr } = await audit(url, 'audited.org');
      assert.equal(code, 3);
      assert.match(stderr, said);
    }
  });

  test('an endless answer is aborted', async () => {
    const { url } = await faulty({
      'GET /api/usage': (_, response) => {
        const chunk = Buffer.alloc(64 * 1024, 32);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.writeHead(200).on('drain', more);
        more();
      },
    });
    const { code, stderr } = await runCommandLine(['usage', '--server', url], { env });
    assert.equal(code, 7);
    assert.match(stderr, /longer than/u);
  });

  test('after the time-out of an audit the message says how to resume it', async () => {
    const { url } = await faulty({
      ...whole,
      [`GET /api/audit/${id}`]: (_, response) => json(response, 200, state('in_progress')),
    });
    const { code, stderr } = await audit(url, 'audited.org', '--timeout', '1s');
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`--resume ${id}`, 'u'));
  });

  test('a service that does not answer in time counts as unreachable, in all its variants', async () => {
    const silent = await faulty({ 'POST /api/audit/start': () => undefined });
    const waiting = await faulty({
      'POST /api/audit/start': (_, response) => json(response, 429, problem('rate_limited'), { 'retry-after': '9' }),
    });
    const lost = await faulty({ ...whole, [`GET /api/audit/${id}`]: (request) => request.socket.destroy() });
    let asked = 0;
    const fading = await faulty({
      ...whole,
      [`GET /api/audit/${id}`]: (request) => (asked++ === 0 ? request.socket.destroy() : undefined),
    });
    const rows: readonly (readonly [string, number, RegExp])[] = [
      ['http://127.0.0.1:1', 7, /127\.0\.0\.1:1 cannot be reached/u],
      [silent.url, 7, /The service did not answer within --timeout/u],
      [waiting.url, 6, /rate_limited/u],
      [lost.url, 7, new RegExp(`cannot be reached .*--resume ${id}`, 'u')],
      [fading.url, 7, new RegExp(`cannot be reached .*--resume ${id}`, 'u')],
    ];
    for (const [url, exit, said] of rows) {
      const { code, stderr } = await audit(
        url,
        'audited.org',
        '--timeout',
        url === lost.url || url === fading.url ? '2s' : '1s',
      );
      assert.equal(code, exit, stderr);
      assert.match(stderr, said);
    }
  });

  test('an interruption leaves the audit running, or cancels it if requested', async () => {
    for (const [flags, said, cancels] of [
      [[], /The audit goes on\. To read it: .*--resume aud_/u, undefined],
      [['--cancel-on-interrupt'], /Cancelled aud_/u, 1],
    ] as const) {
      const interruption = new AbortController();
      const { url, counts } = await faulty({
        ...whole,
        [`GET /api/audit/${id}`]: () => interruption.abort('SIGINT'),
        [`DELETE /api/audit/${id}`]: (_, response) => json(response, 200, state('failed')),
      });
      const { code, stderr } = await runCommandLine(['audit', 'audited.org', '--server', url, ...flags], {
        env,
        signal: interruption.signal,
      });
      assert.equal(code, 130, stderr);
      assert.match(stderr, said);
      assert.equal(counts.get(`DELETE /api/audit/${id}`), cancels);
    }
  });

  test('the domain of a resumed audit cannot inject a path', async () => {
    const bad = { ...Object(state('completed')), domain: '../../etc/x' };
    const { url } = await faulty({ ...whole, [`GET /api/audit/${id}`]: (_, response) => json(response, 200, bad) });
    const { code, stderr } = await audit(url, '--resume', id);
    assert.equal(code, 7);
    assert.match(stderr, /no usable domain/u);
  });

  test('--no-wait continues after a refusal, but not after an outage, and lists what was not started', async () => {
    const { url } = await faulty({
      'POST /api/audit/start': (_, response, count) =>
        count === 2
          ? json(response, 402, problem('credits_exhausted'))
          : count === 4
            ? json(response, 503, problem('service_unavailable'), { 'retry-after': '600' })
            : json(response, 202, started),
    });
    const run = async (...domains: string[]) =>
      runCommandLine(['audit', ...domains, '--server', url, '--no-wait', '--progress', 'none'], { env });
    const first = await run('a.net', 'b.net', 'c.net');
    assert.deepEqual([first.code, first.stdout], [6, `${id}\n${id}\n`], first.stderr);
    assert.match(first.stderr, /^b\.net: .*credits_exhausted/mu);
    const second = await run('d.net', 'e.net', 'f.net');
    assert.deepEqual([second.code, second.stdout], [7, ''], second.stderr);
    assert.match(second.stderr, /^Not started: e\.net, f\.net$/mu);
  });

  test('a service named in perimeter.yml is used only if the file was given explicitly, not if it was found', async () => {
    const { url, counts, seen } = await faulty(whole);
    const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-server-'));
    after(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'perimeter.yml');
    writeFileSync(file, `server: ${url}\ntargets: [{ domain: audited.org }]\n`);
    const run = async (...args: string[]) =>
      runCommandLine(['audit', '--progress', 'none', '--allow-incomplete', '--fail-on', 'none', ...args], {
        env,
        cwd: folder,
      });
    const found = await run();
    assert.deepEqual([found.code, seen.length], [2, 0]);
    assert.match(found.stderr, /perimeter\.yml:1: your API key would be sent to this server/u);
    assert.equal((await run('--config', file)).code, 0);
    assert.equal(counts.get('POST /api/audit/start'), 1);
    assert.equal((await run('--server', url)).code, 0);
    const other = await runCommandLine(['audit', '--config', file, '--show-config', '--server', 'https://a.net'], {
      env,
    });
    assert.match(other.stdout, /^server: https:\/\/a\.net {2}# --server$/mu);
  });

  test('--max-drop compares with the previous comparable audit at the service only', async () => {
    const now = { ...report, startedAt: 1_000, score: { ...report.score, total: 70 } };
    const before = {
      id: 'aud_00000000-0000-4000-8000-000000000002',
      domain: 'audited.org',
      scanMode: now.scanMode,
      status: 'completed',
      private: false,
      authority: false,
      startedAt: 500,
      endedAt: 600,
      percentComplete: 100,
      checksExecuted: 1,
      findingsCount: 0,
      policyVersion: now.score.policyVersion,
      severities: null,
      issues: null,
      score: 80,
      uncapped: null,
      grade: 'B',
      gradeStatus: 'final',
      reportAvailable: true,
    };
    const rows: readonly (readonly [readonly object[], string, number, RegExp])[] = [
      [[before], '9', 1, /score 70 is 10 points below the audit before/u],
      [[before], '10', 0, /gate passed/u],
      [[{ ...before, id, score: 70 }, { ...before, startedAt: 2_000, score: 60 }, before], '9', 1, /10 points below/u],
      [[{ ...before, score: 71 }, before], '9', 0, /gate passed/u],
      [[], '0', 0, /no earlier audit/u],
      [[{ ...before, scanMode: now.scanMode === 'deep' ? 'standard' : 'deep' }], '0', 0, /no earlier audit/u],
      [[{ ...before, authority: true }], '0', 0, /no earlier audit/u],
      [
        [
          { ...before, policyVersion: '0.9.0' },
          { ...before, policyVersion: null },
        ],
        '0',
        0,
        /no earlier audit/u,
      ],
    ];
    for (const [audits, most, expected, said] of rows) {
      const { url } = await faulty({
        ...whole,
        [`GET /api/audit/${id}/report`]: (_, response) => json(response, 200, now),
        'GET /api/audits': (_, response) => json(response, 200, { audits, nextCursor: null }),
      });
      const args = [
        'audit',
        'audited.org',
        '--server',
        url,
        '--fail-on',
        'none',
        '--allow-incomplete',
        '--max-drop',
        most,
      ];
      const { code, stderr } = await runCommandLine(args, { env });
      assert.equal(code, expected, stderr);
      assert.match(stderr, said);
    }
    const { url } = await faulty(whole);
    const refused = await audit(url, 'audited.org', '--fail-on', 'none', '--allow-incomplete', '--max-drop', '5');
    assert.equal(refused.code, 6, 'a gate that cannot compare does not pass');
    const local = await runCommandLine(['audit', 'audited.org', '--max-drop', '5']);
    assert.match(local.stderr, /--max-drop needs a baseline: .*or --server/u);
  });
});
