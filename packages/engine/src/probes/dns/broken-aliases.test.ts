import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { createResolver } from '../../net/resolver/resolver.ts';
import { reply, startScriptedServer } from '../../net/resolver/scripted-server.ts';
import { contextOfProbe } from '../probe.ts';
import { testContext } from '../testing/context.ts';
import { registrationsBehind } from './broken-aliases.ts';

const missing = (target: string): DnsAnswer => ({
  name: 'www.good.lab',
  type: 'A',
  status: 'nxdomain',
  authenticated: false,
  transport: 'udp',
  cnames: [target],
  records: [],
  extendedErrors: [],
});

test('only missing alias targets in foreign domains are looked up', async (t) => {
  const zones = new Set(['lab']);
  const server = await startScriptedServer((query) => [
    reply(query, { responseCode: zones.has(query.questions[0]?.name.replace(/\.$/, '') ?? '') ? 0 : 3 }),
  ]);
  t.after(server.close);
  const context = contextOfProbe(
    testContext({
      target: { domain: 'good.lab', registrableDomain: 'good.lab', startedAtMs: Date.UTC(2026, 0) },
      resolver: createResolver({ servers: [server], tryTimeoutsMs: [60_000] }),
      signal: AbortSignal.timeout(60_000),
    }),
  );
  const { aliasTargets = [] } = await registrationsBehind(context, [missing('shop.gone.lab')]);
  assert.deepEqual(
    aliasTargets.map(({ domain, status }) => [domain, status]),
    [['gone.lab', 'unknown']],
  );
  const nowhere = await registrationsBehind(context, [missing('shop.gone.nosuchzone')]);
  assert.deepEqual(
    nowhere.aliasTargets?.map(({ status }) => status),
    ['unregistrable'],
  );
  for (const target of ['10.1.2.3', 'db.corp.internal', 'x.onion', 'shop.vendor.test', 'co.uk', 'old.good.lab'])
    assert.deepEqual(await registrationsBehind(context, [missing(target)]), {}, target);
  assert.deepEqual(await registrationsBehind(context, [{ ...missing('shop.gone.lab'), status: 'answer' }]), {});
});
