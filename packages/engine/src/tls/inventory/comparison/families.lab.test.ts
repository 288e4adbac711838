import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { endpointsProbe } from '../../../probes/endpoints/probe.ts';
import { labContext } from '../../../probes/testing/lab-context.ts';
import { tlsProbe } from '../../../probes/tls/probe.ts';
import { dnsProbe } from '../../../probes/dns/probe.ts';
import { versionsTaken } from './likeness.ts';

async function familiesOf(domain: string): Promise<[four: TlsEndpoint, six: TlsEndpoint]> {
  const context = labContext(domain, { target: { scanMode: 'standard' } });
  const { evidence: dns } = await dnsProbe.run(context, { target: context.target });
  const { evidence: endpoints } = await endpointsProbe.run(context, { target: context.target, dns });
  const { evidence } = await tlsProbe.run(context, { target: context.target, endpoints });
  const four = evidence.endpoints.find(({ address }) => !address.includes(':'));
  const six = evidence.endpoints.find(({ address }) => address.includes(':'));
  assert.ok(four !== undefined && six !== undefined, domain);
  return [four, six];
}

const versionsOf = (endpoint: TlsEndpoint): string[] => versionsTaken(endpoint).map(({ version }) => version);
const tls12Of = ({ versions }: TlsEndpoint) => versions.find(({ version }) => version === 'TLSv1.2');
const leavesOf = ({ chains }: TlsEndpoint): string[] =>
  chains.map(({ certificates: [leaf] }) => leaf?.sha256 ?? '').toSorted();

/** What each host shows at one address and not at the other. */
const shown: readonly [host: string, differs: (endpoint: TlsEndpoint) => unknown][] = [
  ['six-certificate.lab', leavesOf],
  ['six-protocol.lab', versionsOf],
  ['six-suites.lab', (endpoint) => tls12Of(endpoint)?.suites.includes(0xc009)],
  ['six-order.lab', (endpoint) => tls12Of(endpoint)?.preference],
];

sideBySide('two families of one host', () => {
  for (const [host, differs] of shown)
    labTest(`${host}: both addresses are asked in full, and differ`, async () => {
      const [four, six] = await familiesOf(host);
      assert.deepEqual([four.depth, six.depth, six.comparedWith], ['full', 'full', undefined]);
      assert.notDeepEqual(differs(six), differs(four));
    });

  labTest(
    'good.lab: the answers of the second address are those of the first, in half of its connections',
    async () => {
      const [four, six] = await familiesOf('good.lab');
      assert.deepEqual([four.depth, six.depth, six.comparedWith], ['full', 'compared', four.address]);
      assert.deepEqual(leavesOf(six), leavesOf(four));
      assert.equal(leavesOf(six).length, 2);
      assert.ok(
        six.connections <= 17 && four.connections <= 33,
        `${four.connections} and ${six.connections} connections`,
      );
    },
  );
});
