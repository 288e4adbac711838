import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { addTracing, startTracing, traceAudits, type Trace } from './tracing.ts';

const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

/** A tracer that records its spans. */
function keeping(): { trace: Trace; ended: unknown[][] } {
  const ended: unknown[][] = [];
  return { ended, trace: (name, attributes) => (error) => ended.push([name, attributes, error !== undefined]) };
}

test('without a collector no tracing package is loaded', async () => {
  const load = async (): Promise<unknown> => assert.fail('loaded');
  assert.equal(await startTracing({}, assert.fail, load), null);
});

test('with a collector but without the packages, the service warns and starts', async () => {
  const warnings: string[] = [];
  const absent = async (): Promise<unknown> => Promise.reject(new Error('ERR_MODULE_NOT_FOUND'));
  assert.equal(await startTracing(env, (message) => warnings.push(message), absent), null);
  assert.match(warnings.join(''), /@opentelemetry\/sdk-node/);
});

test('with the packages, spans start and end through the OpenTelemetry interface', async () => {
  const said: unknown[] = [];
  class NodeSDK {
    start(): void {
      said.push('start');
    }
    async shutdown(): Promise<void> {
      said.push('shutdown');
    }
  }
  const span = { setStatus: (status: unknown) => said.push(status), end: () => said.push('end') };
  const api = { trace: { getTracer: () => ({ startSpan: (name: string) => (said.push(name), span) }) } };
  const tracing = await startTracing(env, assert.fail, async (name) => (name.endsWith('api') ? api : { NodeSDK }));
  tracing?.trace('one', {})();
  tracing?.trace('two', {})(new Error('broken'));
  await tracing?.stop();
  assert.deepEqual(said, ['start', 'one', 'end', 'two', { code: 2 }, 'end', 'shutdown']);
});

test("requests are traced by their route's pattern, never by input of callers", async () => {
  const { trace, ended } = keeping();
  const http = Fastify().withTypeProvider<ZodTypeProvider>();
  addTracing(http, trace);
  http.get('/api/audit/:id', async () => ({}));
  await http.inject('/api/audit/aud_secret?key=psa_live_x');
  await http.inject('/nowhere');
  assert.deepEqual(
    ended.map(([name]) => name),
    ['GET /api/audit/:id', 'GET none'],
  );
  assert.ok(!JSON.stringify(ended).includes('secret'));
});

test('audit spans record how the audit ended', async () => {
  const { trace, ended } = keeping();
  const { runAudit } = deterministicEngine(0);
  const settings = {
    resolvers: [],
    trustAnchors: null,
    allowNetworks: [],
    dialMap: new Map(),
    contactUrl: '',
    recursionName: 'example.com',
    registries: new Map(),
    smtpName: null,
    smtpEgress: 'auto' as const,
    nowMs: null,
  };
  for (const registrableDomain of ['a.net', 'failing.net']) {
    const request = { id: 'aud_x', domain: registrableDomain, registrableDomain, scanMode: 'standard' } as const;
    await traceAudits(runAudit, trace)(request, { settings });
  }
  assert.deepEqual(
    ended.map(([name, , failed]) => [name, failed]),
    [
      ['audit', false],
      ['audit', true],
    ],
  );
});
