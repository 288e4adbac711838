import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { labTest } from '@perimeter/lab/harness';
import type { Outcome } from '../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { httpHeaders } from '../../modules/http_headers/module.ts';
import { probes } from '../../probes/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';

// Results of HTTP header checks at real lab servers: hosts whose body cannot be read to its end, hosts that serve
// something other than their document, and a host with differing addresses.

const kinds = ['dns', 'endpoints', 'http'];
const hosts = new Map<string, Promise<AuditEvidence>>();

async function askFor(domain: string): Promise<AuditEvidence> {
  const context = labContext(domain);
  const own = probes.filter(({ kind }) => kinds.includes(kind));
  const gathering = gather(context, own, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${domain}, ${where}: ${String(error)}`),
  });
  await gathering.settled(own.map(({ kind }) => kind));
  return gathering.evidence;
}

async function outcomeOf(id: string, domain: string): Promise<Outcome> {
  const evidence = hosts.get(domain) ?? askFor(domain);
  hosts.set(domain, evidence);
  const check = httpHeaders.checks.find((one) => one.id === id) ?? assert.fail(`${id} is no check`);
  return check.evaluate(await evidence);
}

/** Hosts with an incomplete body, and the reason. */
const unread: Readonly<Record<string, RegExp>> = {
  'gzip-bomb': /too-large/,
  'brotli-bomb': /too-large/,
  'nested-gzip': /too-large/,
  'broken-gzip': /malformed/,
  'tiny-chunks': /too-large/,
  'chunk-overflow': /malformed/,
  'endless-body': /too-large/,
  'body-drip': /timeout/,
  'never-close': /timeout/,
  'short-body': /timeout/,
  'reset-in-body': /reset/,
  'two-lengths': /malformed/,
  'negative-length': /malformed/,
};

/** Hosts that serve something other than a document, and the outcome of a document check. */
const walls: Readonly<Record<string, readonly [outcome: Outcome['outcome'], says: RegExp]>> = {
  'ratelimited.lab': ['inconclusive', /429 Too Many Requests \(rate limit, Retry-After: 120\)/],
  'botwall.lab': ['inconclusive', /challenge page, Cloudflare/],
  'cookiewall.lab': ['inconclusive', /200 OK \(challenge page, a script that sets a cookie/],
  'broken.lab': ['fail', /HTTP\/1\.1 500/],
  'teapot.lab': ['fail', /HTTP\/1\.1 418/],
  'hostile-redirect-file.lab': ['inconclusive', /redirects to file:.*which browsers do not follow/],
  'hostile-redirect-metadata.lab': [
    'inconclusive',
    /redirects to http:\/\/169\.254\.169\.254.*which was not requested/,
  ],
  'hostile-switching-protocols.lab': ['inconclusive', /101/],
};

before(() => {
  if (process.env['PERIMETER_LAB'] !== '1') return;
  for (const host of [
    'several.lab',
    ...Object.keys(walls),
    ...Object.keys(unread).map((name) => `hostile-${name}.lab`),
  ])
    hosts.set(host, askFor(host));
});

for (const [name, why] of Object.entries(unread)) {
  labTest(`hostile-${name}.lab: what was not read of the body is not taken for absent`, async () => {
    for (const id of ['hdr-cache-sensitive', 'hdr-referrer-unsafe', 'hdr-referrer-missing']) {
      const { outcome, reason } = await outcomeOf(id, `hostile-${name}.lab`);
      assert.equal(outcome, 'inconclusive', `${id}: ${reason}`);
      assert.match(reason, why, id);
    }
    const { outcome, reason } = await outcomeOf('hdr-content-type', `hostile-${name}.lab`);
    assert.ok(outcome === 'inconclusive' || outcome === 'fail', reason);
  });
}

for (const [host, [expected, says]] of Object.entries(walls)) {
  labTest(`${host}: a check of the document is ${expected}`, async () => {
    const verdict = await outcomeOf('hdr-nosniff', host);
    const proofs = verdict.outcome === 'fail' ? verdict.findings.map(({ evidence }) => evidence) : [];
    assert.equal(verdict.outcome, expected, verdict.reason);
    assert.match([verdict.reason, ...proofs].join('\n'), says);
  });
}

labTest('several.lab: the dead address is named, and the one that differs', async () => {
  const verdict = await outcomeOf('endpoint-address-differs', 'several.lab');
  assert.equal(verdict.outcome, 'informational', verdict.reason);
  const drafts = verdict.outcome === 'informational' ? verdict.observations : [];
  const of = (address: string) =>
    drafts.filter(({ location }) => location.address === address).map((one) => one.description);
  assert.match(of('203.0.113.162').join(), /does not answer/);
  // Whichever address gave the document, either the other site's address differs, or every other one does.
  const [own, other] = [of('203.0.113.155'), of('203.0.113.163')];
  assert.equal(own.length + other.length, 1);
  assert.match([...own, ...other].join(), /differently in: .*Content-Security-Policy.*certificate/);
});

test('every address of several.lab receives one request', { skip: process.env['PERIMETER_LAB'] !== '1' }, async () => {
  const { http } = (await hosts.get('several.lab')) ?? {};
  const addresses = http?.addresses ?? [];
  assert.equal(addresses.length, 4);
  const final = http?.exchanges.find(({ id }) => id === http.finalDocument);
  // The address of the document receives one more request, for its nonces.
  const asked =
    http?.exchanges.filter(({ url, purpose }) => url === final?.url && purpose !== 'again' && purpose !== 'missing') ??
    [];
  assert.equal(new Set(asked.map(({ address }) => address)).size, asked.length);
});
