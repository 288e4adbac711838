import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { mailTransportProbe } from '../mail-transport/probe.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTlsProbe } from './mail.ts';

async function scanned(domain: string, scanMode: 'standard' | 'deep'): Promise<TlsEndpoint[]> {
  const context = labContext(domain, { signal: AbortSignal.timeout(120_000), target: { scanMode } });
  const { evidence: mailTransport } = await mailTransportProbe.run(context, {});
  const before = context.dialer.opened;
  const { evidence } = await mailTlsProbe.run(context, { mailTransport });
  assert.ok(before + evidence.endpoints.length * 10 >= context.dialer.opened, 'ten connections at most');
  return evidence.endpoints;
}

const accepted = ({ versions }: TlsEndpoint): string[] =>
  versions.flatMap(({ version, accepted: fact }) => (fact.known && fact.value ? [version] : []));

const servers: readonly (readonly [string, ...string[]])[] = [
  ['smtp-tls10.lab', 'TLSv1.0'],
  ['smtp-tls-old.lab', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
  ['smtp-expired.lab', 'TLSv1.2', 'TLSv1.3'],
  ['postfix.lab', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
];
sideBySide('TLS of mail servers', () => {
  for (const [domain, ...versions] of servers) {
    labTest(`${domain} accepts ${versions.join(', ')}`, async () => {
      const [endpoint] = await scanned(domain, 'deep');
      assert.ok(endpoint);
      assert.deepEqual(accepted(endpoint), versions);
      const newest = endpoint.versions.findLast(
        ({ version }) => version === versions.findLast((one) => one !== 'TLSv1.3'),
      );
      assert.equal(newest?.enumeration, 'weak-only');
    });
  }

  labTest('standard mode leaves it at the session', async () => {
    assert.deepEqual(await scanned('smtp-tls.lab', 'standard'), []);
  });
});
