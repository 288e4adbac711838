import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { mailTransportProbe } from '../mail-transport/probe.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTlsProbe } from './mail.ts';

type Manner = Pick<TargetEvidence, 'scanMode' | 'authority'>;

async function scanned(domain: string, manner: Manner): Promise<TlsEndpoint[]> {
  const context = labContext(domain, { target: manner });
  const { evidence: mailTransport } = await mailTransportProbe.run(context, {});
  const before = context.dialer.opened;
  const { evidence } = await mailTlsProbe.run(context, { mailTransport });
  const most = manner.authority === true ? 97 : 10;
  assert.ok(before + evidence.endpoints.length * most >= context.dialer.opened, `${most} connections at most`);
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
    const accepts = async (): Promise<void> => {
      const [endpoint] = await scanned(domain, { scanMode: 'deep' });
      assert.ok(endpoint);
      assert.deepEqual(accepted(endpoint), versions);
      const newest = endpoint.versions.findLast(
        ({ version }) => version === versions.findLast((one) => one !== 'TLSv1.3'),
      );
      assert.equal(newest?.enumeration, 'weak-only');
    };
    labTest(`${domain} accepts ${versions.join(', ')}`, accepts, [domain]);
  }

  labTest('with authority all cipher suites of a server of the domain are listed', async () => {
    const [endpoint] = await scanned('smtp-expired.lab', { scanMode: 'deep', authority: true });
    assert.ok(endpoint);
    const listed = endpoint.versions.filter(({ accepted: fact }) => fact.known && fact.value);
    assert.deepEqual(
      listed.map(({ version, enumeration, complete }) => `${version} ${enumeration} ${complete}`),
      ['TLSv1.2 full true', 'TLSv1.3 full true'],
    );
    assert.ok(listed.every(({ suites }) => suites.length > 2));
    assert.equal(endpoint.controlPassed, true);
  });

  labTest('standard mode leaves it at the session', async () => {
    assert.deepEqual(await scanned('smtp-tls.lab', { scanMode: 'standard' }), []);
  });
});
