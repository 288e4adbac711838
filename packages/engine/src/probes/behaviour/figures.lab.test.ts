import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dnsProbe } from '../dns/probe.ts';
import { endpointsProbe } from '../endpoints/probe.ts';
import { httpProbe } from '../http/probe.ts';
import { pageProbe } from '../page/probe.ts';
import { labContext } from '../testing/lab-context.ts';
import { behaviourProbe } from './probe.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? false : 'PERIMETER_LAB is not 1: run it inside the lab';

/** All HTTP evidence of a lab host, and the number of requests and connections. */
async function look(domain: string) {
  const context = labContext(domain);
  const dns = await dnsProbe.run(context, {});
  const { evidence: endpoints } = await endpointsProbe.run(context, { dns: dns.evidence });
  const openedBefore = context.dialer.opened;
  const { evidence: http } = await httpProbe.run(context, { endpoints });
  const [page, behaviour] = await Promise.all([
    pageProbe.run(context, { http }),
    behaviourProbe.run(context, { http }),
  ]);
  const asked = [...http.exchanges, ...page.evidence.scripts, ...behaviour.evidence.exchanges];
  const addresses = new Set(http.addresses?.map(({ address }) => address));
  const families = new Set([...addresses].map((address) => address.includes(':')));
  return {
    requests: asked.length,
    connections: context.dialer.opened - openedBefore,
    further: addresses.size - families.size,
    behaviour: behaviour.evidence,
  };
}

for (const domain of ['good.lab', 'bad.lab']) {
  test(`the HTTP evidence of ${domain} costs 40 requests and 10 connections at most`, { skip }, async (context) => {
    const { requests, connections, further, behaviour } = await look(domain);
    context.diagnostic(`${requests} requests, ${connections} connections, ${further} of them to further addresses`);
    assert.equal(behaviour.notAsked, null);
    assert.ok(requests >= 12 && requests <= 40, `${requests} requests`);
    assert.ok(connections - further <= 10, `${connections} connections, ${further} of them to further addresses`);
  });
}
