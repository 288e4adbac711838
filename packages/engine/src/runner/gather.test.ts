import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noDns } from '../evidence/dns/example.ts';
import { createResolver } from '../net/resolver/resolver.ts';
import { reply, startScriptedServer } from '../net/resolver/scripted-server.ts';
import { defineProbe, type ProbeContext } from '../probes/probe.ts';
import { testContext } from '../probes/testing/context.ts';
import { gather } from './gather.ts';

const session = {
  address: '203.0.113.1',
  port: 443,
  serverName: 'a.lab',
  version: 'TLSv1.3',
  suite: 0x1301,
  receivedAtMs: 0,
  ticket: 'dGlja2V0',
  secret: 'c2VjcmV0',
  ageAdd: 0,
  hasExtendedMasterSecret: false,
} as const;
const events = (log: string[]) => ({
  onProbe: (probe: string, state: string, detail: string) => log.push(`${probe} ${state}${detail && `: ${detail}`}`),
  onBug: (where: string) => log.push(`bug in ${where}`),
});

const dnsProbe = defineProbe({ kind: 'dns', needs: [], run: async () => ({ evidence: noDns }) });
const broken = defineProbe({
  kind: 'dns',
  needs: [],
  run: () => Promise.reject(new Error('boom')),
});
const endpoints = defineProbe({
  kind: 'endpoints',
  needs: ['dns'],
  run: async () => ({ evidence: { hosts: [] } }),
});

test('a probe starts when its needed evidence is complete, whatever its position', async () => {
  const log: string[] = [];
  const gathering = gather(testContext(), [endpoints, dnsProbe], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(log, ['dns started', 'dns finished', 'endpoints started', 'endpoints finished']);
  assert.deepEqual(gathering.evidence.endpoints, { hosts: [] });
});

test('a probe that throws leaves its reason and is reported as a bug, and probes that need it fail too', async () => {
  const log: string[] = [];
  const gathering = gather(testContext(), [broken, endpoints], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(
    gathering.evidence.missing.map(({ kind }) => kind),
    ['dns', 'endpoints'],
  );
  assert.ok(log.includes('bug in probe dns'));
});

test('a probe that never ends does not delay the end of the audit', async () => {
  const controller = new AbortController();
  const deaf = defineProbe({ kind: 'dns', needs: [], run: () => new Promise<never>(() => {}) });
  const gathering = gather(testContext({ signal: controller.signal }), [deaf], events([]));
  controller.abort();
  await gathering.settled(['dns']);
  assert.equal(gathering.evidence.missing[0]?.kind, 'dns');
});

test('prepare runs before the evidence is complete; if it throws, this is reported and stops nothing', async () => {
  const log: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = defineProbe({
    kind: 'dns',
    needs: [],
    run: async () => {
      await held;
      return { evidence: noDns };
    },
  });
  const ahead = {
    ...endpoints,
    prepare: () => {
      log.push('asked ahead');
      release();
      throw new Error('boom');
    },
  };
  const gathering = gather(testContext(), [slow, ahead], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(log.slice(0, 3), ['dns started', 'asked ahead', 'bug in probe endpoints']);
  assert.equal(log.at(-1), 'endpoints finished');
});

test("a probe's DNS queries are recorded, in prepare too; a query counts for its first caller", async (t) => {
  const server = await startScriptedServer((query) => [reply(query, {})]);
  t.after(server.close);
  const resolver = createResolver({ servers: [server], tryTimeoutsMs: [60_000] });
  const asked: Record<string, string[]> = {};
  const ask = ({ resolver: own, signal }: ProbeContext, name: string) => own.query(name, 'A', { signal });
  const note = async (kind: string, { lookups }: ProbeContext): Promise<void> => {
    asked[kind] = (await lookups()).map(({ name, queries }) => `${name} ${queries}`);
  };
  const first = defineProbe({
    kind: 'dns',
    needs: [],
    run: async (context) => {
      await ask(context, 'a.lab');
      await note('dns', context);
      return { evidence: noDns };
    },
  });
  const second = {
    ...defineProbe({
      kind: 'endpoints',
      needs: ['dns'],
      run: async (context) => {
        await ask(context, 'c.lab');
        await note('endpoints', context);
        return { evidence: { hosts: [] } };
      },
    }),
    prepare: (context: ProbeContext) => {
      for (const name of ['a.lab', 'b.lab']) void ask(context, name);
    },
  };
  const gathering = gather(testContext({ resolver }), [second, first], events([]));
  await gathering.settled(['endpoints']);
  assert.deepEqual(asked, { dns: ['a.lab 1'], endpoints: ['a.lab 0', 'b.lab 1', 'c.lab 1'] });
  assert.equal(server.received.length, 3);
});

test('memory from probes is returned separately from the evidence', async () => {
  const sessions = [{ ...session, serverName: 'b.lab' }];
  const remembering = defineProbe({
    kind: 'history',
    needs: [],
    run: async () => ({ evidence: { sinceMs: null, keys: [], sessions: [] }, remember: { sessions } }),
  });
  const gathering = gather(testContext(), [dnsProbe, remembering], events([]));
  assert.deepEqual(gathering.remembered, {});
  await gathering.settled(['dns', 'history']);
  assert.deepEqual(gathering.remembered, { sessions });
  assert.ok(!JSON.stringify(gathering.evidence).includes(session.secret));
});
