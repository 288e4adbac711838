import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceByKind } from '../evidence/evidence.ts';
import { createDialer } from '../net/dialer.ts';
import { createGuard } from '../net/guard.ts';
import { createResolver } from '../net/resolver.ts';
import { readEngineSettings } from '../net/read-settings.ts';
import { defineProbe, type ProbeContext } from '../probes/probe.ts';
import { gather } from './gather.ts';

function context(signal: AbortSignal = new AbortController().signal): ProbeContext {
  const read = readEngineSettings({ PERIMETER_RESOLVERS: '127.0.0.1:53' });
  assert.ok(read.ok);
  const guard = createGuard({ allowNetworks: [] });
  return {
    target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
    guard,
    dialer: createDialer({ guard, dialMap: new Map(), signal }),
    resolver: createResolver({ servers: read.settings.resolvers }),
    settings: read.settings,
    signal,
  };
}

const dns: EvidenceByKind['dns'] = {
  resolvers: [],
  answers: [],
  dnssec: { status: 'insecure', path: [] },
  queriesSent: 0,
};
const events = (log: string[]) => ({
  onProbe: (probe: string, state: string, detail: string) => log.push(`${probe} ${state}${detail && `: ${detail}`}`),
  onBug: (where: string) => log.push(`bug in ${where}`),
});

const dnsProbe = defineProbe({ kind: 'dns', needs: [], run: async () => dns });
const broken = defineProbe({
  kind: 'dns',
  needs: [],
  run: () => Promise.reject(new Error('boom')),
});
const endpoints = defineProbe({
  kind: 'endpoints',
  needs: ['dns'],
  run: async () => ({ hosts: [] }),
});

test('a probe starts when the evidence it needs is there, whatever its place in the list', async () => {
  const log: string[] = [];
  const gathering = gather(context(), [endpoints, dnsProbe], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(log, ['dns started', 'dns finished', 'endpoints started', 'endpoints finished']);
  assert.deepEqual(gathering.evidence.endpoints, { hosts: [] });
});

test('a probe that throws leaves its reason, is told as a bug, and takes those that need it with it', async () => {
  const log: string[] = [];
  const gathering = gather(context(), [broken, endpoints], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(
    gathering.evidence.missing.map(({ kind }) => kind),
    ['dns', 'endpoints'],
  );
  assert.ok(log.includes('bug in probe dns'));
});

test('a probe that never answers does not outlive the audit', async () => {
  const controller = new AbortController();
  const deaf = defineProbe({ kind: 'dns', needs: [], run: () => new Promise(() => {}) });
  const gathering = gather(context(controller.signal), [deaf], events([]));
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
      return dns;
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
  const gathering = gather(context(), [slow, ahead], events(log));
  await gathering.settled(['endpoints']);
  assert.deepEqual(log.slice(0, 3), ['dns started', 'asked ahead', 'bug in probe endpoints']);
  assert.equal(log.at(-1), 'endpoints finished');
});
