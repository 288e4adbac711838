import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flagsOf, responseCodes } from '@perimeter/protocols/dns/message';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { exampleKnownName } from '../../evidence/names/example.ts';
import { exampleZone } from '../../evidence/zone/example.ts';
import { subNsUnclaimed } from '../../modules/subdomains/references.ts';
import { named } from '../../modules/subdomains/testing/evidence.ts';
import { directErrors, directQuestions } from '../../net/authoritative/limits.data.ts';
import type { Resolver } from '../../net/resolver/resolver.ts';
import { reply, rr, startScriptedServer } from '../../net/resolver/scripted-server.ts';
import { testContext } from '../testing/context.ts';
import { nameCaps } from './caps.data.ts';
import { askChildZones } from './child-zones.ts';

const providerName = 'ns1.digitalocean.com';
const provider = '203.0.113.9';

/** Resolves only the address of the provider's name server. */
const query: Resolver['query'] = async (name, type): Promise<DnsAnswer> => {
  const data = name === providerName && type === 'A' ? [{ name, type, ttl: 60, data: provider }] : [];
  const status = data.length > 0 ? 'answer' : 'nodata';
  return { name, type, status, authenticated: false, transport: 'udp', cnames: [], records: data, extendedErrors: [] };
};

/** A context whose budgets of queries and errors are used up by other probes; its only name server has none of the child zones. */
async function spentContext(t: TestContext, scanMode: 'standard' | 'deep', places: readonly string[]) {
  const scripted = await startScriptedServer((message) => {
    const [question] = message.questions;
    const isReferral = question !== undefined && question.name !== 'site.lab' && question.type === 2;
    const referral = {
      authorities: isReferral ? [rr(question.name, 'NS', providerName)] : [],
      flags: flagsOf({ response: true }),
    };
    return [reply(message, isReferral ? referral : { responseCode: responseCodes.refused })];
  });
  t.after(scripted.close);
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab', scanMode },
    settings: {
      allowNetworks: places.map((address) => `${address}/${address.includes(':') ? 128 : 32}`),
      dialMap: new Map([['*', `127.0.0.1:${scripted.port}`]]),
    },
    resolver: { servers: [], query, exchange: async () => assert.fail('No message is needed') },
    dialer: { limits: { maxOpen: 64, perSecond: 100_000, burst: 100_000 } },
    signal: AbortSignal.timeout(60_000),
  });
  for (const purpose of ['zone', 'mail', 'others'] as const)
    for (const address of places)
      for (let at = 0; at < directQuestions[scanMode].address.kept[purpose]; at += 1)
        await context.authoritative
          .for(purpose)
          .ask(
            { address, host: 'ns.site.lab' },
            { name: `${purpose}${at}.site.lab`, type: 'A', mayFail: at < directErrors.kept[purpose] },
            { signal: context.signal },
          );
  return { ...context, authoritative: context.authoritative.for('names') };
}

const zone = exampleZone();
const apart = [...zone.servers.map(({ address }) => address), provider];
/** The parent zone is at the same provider, so that all queries go to one address. */
const together = { ...zone, servers: zone.servers.slice(0, 1).map((server) => ({ ...server, address: provider })) };

for (const scanMode of ['standard', 'deep'] as const)
  for (const [where, parent, places] of [
    ['elsewhere', zone, apart],
    ['where the zone above is', together, [provider]],
  ] as const)
    test(`${scanMode}: abandoned child zones, ${where}, are found even when other probes have used up their budgets`, async (t) => {
      const most = nameCaps[scanMode].childZones;
      const inventory = Array.from({ length: most }, (_, at) =>
        exampleKnownName(`shop${at}.site.lab`, { status: 'unknown', addresses: [] }),
      );
      const names = await spentContext(t, scanMode, places);
      const childZones = await askChildZones(names, parent, { inventory, most });
      assert.deepEqual(
        childZones.map(({ name, servers: all }) => [name, all.map(({ rcode }) => rcode.known && rcode.value)]),
        inventory.map(({ name }) => [name, [5]]),
      );
      const outcome = subNsUnclaimed.evaluate(named({ inventory, childZones }));
      assert.equal(outcome.outcome === 'fail' && outcome.findings.length, most);
    });
