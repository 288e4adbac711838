import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWalledOff } from '../../evidence/http/wall.ts';
import type { HttpEvidence } from '../../evidence/http/schema.ts';
import { dnsProbe } from '../dns/probe.ts';
import { endpointsProbe } from '../endpoints/probe.ts';
import { labContext } from '../testing/lab-context.ts';
import { httpProbe } from './probe.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? false : 'PERIMETER_LAB is not 1: run it inside the lab';

/** The probe's evidence of a lab host at the addresses that earlier probes found. */
async function look(domain: string): Promise<HttpEvidence> {
  const context = labContext(domain);
  const dns = await dnsProbe.run(context, {});
  const endpoints = await endpointsProbe.run(context, { dns: dns.evidence });
  const { evidence } = await httpProbe.run(context, { endpoints: endpoints.evidence });
  return evidence;
}

/** How the chain over HTTPS ended, with the failure. */
function endOf({ chains, exchanges }: HttpEvidence): string {
  const chain = chains.find(({ start }) => start === 'https-apex');
  const last = exchanges.find(({ id }) => id === chain?.hops.at(-1))?.result;
  const failure = last?.ok === true ? last.response.body.failure : last?.failure;
  return [chain?.ended, failure?.reason].filter((part) => part !== undefined).join(' ');
}

test('a good site is read over verified HTTPS, and its redirect from HTTP shares the exchange', { skip }, async () => {
  const evidence = await look('good.lab');
  const final = evidence.exchanges.find(({ id }) => id === evidence.finalDocument);
  assert.equal(final?.id, 'https-apex.1');
  assert.equal(final.tls?.authorized, true, final.tls?.authorizationError ?? '');
  assert.deepEqual(evidence.chains.find(({ start }) => start === 'http-apex')?.hops.slice(-1), ['https-apex.1']);
  assert.equal(isWalledOff(evidence), false);
});

const hostile: Readonly<Record<string, string>> = {
  'many-headers': 'failed too-large',
  'interim-flood': 'failed too-large',
  'tiny-chunks': 'final too-large',
  'gzip-bomb': 'final too-large',
  'brotli-bomb': 'final too-large',
  'two-lengths': 'final malformed',
  garbage: 'failed malformed',
  'redirect-endless': 'too-many-redirects',
  'redirect-loopback-hex': 'blocked blocked',
  'redirect-metadata': 'blocked blocked',
  'redirect-name': 'blocked blocked',
  'redirect-file': 'bad-location',
  'header-drip': 'failed timeout',
  'tls-tarpit': 'failed timeout',
};
for (const [name, end] of Object.entries(hostile)) {
  test(`hostile-${name}.lab ends as ${end}`, { skip }, async () =>
    assert.equal(endOf(await look(`hostile-${name}.lab`)), end),
  );
}
