import assert from 'node:assert/strict';
import { test } from 'node:test';
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
import { askChildZones } from './child-zones.ts';

const providerName = 'ns1.digitalocean.com';
const provider = '203.0.113.9';

/** Knows the address of the provider's name server, and nothing else. */
const query: Resolver['query'] = async (name, type): Promise<DnsAnswer> => {
  const data = name === providerName && type === 'A' ? [{ name, type, ttl: 60, data: provider }] : [];
  const status = data.length > 0 ? 'answer' : 'nodata';
  return { name, type, status, authenticated: false, transport: 'udp', cnames: [], records: data, extendedErrors: [] };
};

test('an abandoned zone below is found when the questions and errors of all other probes are spent', async (t) => {
  const zone = exampleZone();
  const servers = zone.servers.map(({ address }) => address);
  const scripted = await startScriptedServer((message) => {
    const [question] = message.questions;
    const isReferral = question?.name === 'shop.site.lab' && question.type === 2;
    const referral = { authorities: [rr('shop.site.lab', 'NS', providerName)], flags: flagsOf({ response: true }) };
    return [reply(message, isReferral ? referral : { responseCode: responseCodes.refused })];
  });
  t.after(scripted.close);
  const own = `127.0.0.1:${scripted.port}`;
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab' },
    settings: {
      allowNetworks: [...servers, provider].map((address) => `${address}/${address.includes(':') ? 128 : 32}`),
      dialMap: new Map([['*', own]]),
    },
    resolver: { servers: [], query, exchange: async () => assert.fail('No message is needed') },
    dialer: { limits: { maxOpen: 64, perSecond: 100_000, burst: 100_000 } },
    signal: AbortSignal.timeout(20_000),
  });
  for (const purpose of ['zone', 'mail', 'others'] as const)
    for (const address of [...servers, provider])
      for (let at = 0; at < directQuestions.standard.address.kept[purpose]; at += 1)
        await context.authoritative
          .for(purpose)
          .ask(
            { address, host: 'ns.site.lab' },
            { name: `${purpose}${at}.site.lab`, type: 'A', mayFail: at < directErrors.kept[purpose] },
            { signal: context.signal },
          );
  const names = { ...context, authoritative: context.authoritative.for('names') };
  const inventory = [exampleKnownName('shop.site.lab', { status: 'unknown', addresses: [] })];
  const childZones = await askChildZones(names, zone, { inventory, most: 4 });
  assert.deepEqual(
    childZones.map(({ name, servers: all }) => [name, all.map(({ rcode }) => rcode.known && rcode.value)]),
    [['shop.site.lab', [5]]],
  );
  assert.equal(subNsUnclaimed.evaluate(named({ inventory, childZones })).outcome, 'fail');
});
