import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceByKind } from '../evidence/evidence.ts';
import { defineProbe } from '../probes/probe.ts';
import { testContext } from '../probes/testing/context.ts';
import { gather } from './gather.ts';

const dns: EvidenceByKind['dns'] = {
  resolvers: [],
  answers: [],
  dnssec: { status: 'insecure', steps: [] },
  queriesSent: 0,
};
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

const dnsProbe = defineProbe({ kind: 'dns', needs: [], run: async () => ({ evidence: dns }) });
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

test('a probe starts when the evidence it needs is there, whatever its place in the list', async () => {
  const log: string[] = [];
  const gathering = gather(testContext(), [endpoints, dnsProbe], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(log, ['dns started', 'dns finished', 'endpoints started', 'endpoints finished']);
  assert.deepEqual(gathering.evidence.endpoints, { hosts: [] });
});

test('a probe that throws leaves its reason, is told as a bug, and takes those that need it with it', async () => {
  const log: string[] = [];
  const gathering = gather(testContext(), [broken, endpoints], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(
    gathering.evidence.missing.map(({ kind }) => kind),
    ['dns', 'endpoints'],
  );
  assert.ok(log.includes('bug in probe dns'));
});

test('a probe that never answers does not outlive the audit', async () => {
  const controller = new AbortController();
  const deaf = defineProbe({ kind: 'dns', needs: [], run: () => new Promise<never>(() => {}) });
  const gathering = gather(testContext({ signal: controller.signal }), [deaf], events([]));
  controller.abort();
  await gathering.settled(['dns']);
  assert.equal(gathering.evidence.missing[0]?.kind, 'dns');
});

test('what a probe asks ahead, it asks before its evidence is there; a throw in it is told and stops nothing', async () => {
  const log: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = defineProbe({
    kind: 'dns',
    needs: [],
    run: async () => {
      await held;
      return { evidence: dns };
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

test('what probes want remembered is handed on apart from the evidence', async () => {
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
