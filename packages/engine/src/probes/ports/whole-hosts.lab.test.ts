import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { recordFile } from '@perimeter/lab/servers/exposed/recorder';
import type { PortsEvidence } from '../../evidence/ports/schema.ts';
import { gather } from '../../runner/gather.ts';
import { probesOf } from '../../runner/testing/deep-audit.ts';
import { labContext } from '../testing/lab-context.ts';
import { portsOf } from './testing/lab-ports.ts';

/** The ports of a host in a standard audit, with all probes that they depend on. */
async function auditedPorts(host: string): Promise<PortsEvidence> {
  const context = labContext(host, { target: { scanMode: 'standard' } });
  const probes = probesOf(['ports']);
  const onBug = (where: string, error: unknown): void => assert.fail(`${host}, ${where}: ${String(error)}`);
  const gathering = gather(context, probes, { onProbe: () => {}, onBug });
  await gathering.settled(probes.map(({ kind }) => kind));
  const { ports } = gathering.evidence;
  assert.ok(ports);
  return ports;
}

const industrial = [102, 502, 20_000, 44_818, 47_808];
const recorded = (): string => (existsSync(recordFile) ? readFileSync(recordFile, 'utf8') : '');
const openPorts = ({ open }: PortsEvidence, family: 'IPv4' | 'IPv6'): number[] =>
  open.filter(({ address }) => address.includes(':') === (family === 'IPv6')).map(({ port }) => port);

sideBySide('hosts as wholes', () => {
  labTest(
    'a host that drops everything is silent, not closed',
    async () => {
      const { addresses, open } = await auditedPorts('silent.lab');
      assert.deepEqual([addresses[0]?.closed, addresses[0]?.tarpit, open], [[], false, []]);
      assert.equal(addresses[0]?.silent.length, addresses[0]?.asked);
    },
    ['silent.lab'],
  );

  labTest(
    'ports that nobody listens on reveal a tarpit',
    async () => {
      const { addresses } = await auditedPorts('tarpit.lab');
      assert.equal(addresses[0]?.tarpit, true);
      assert.deepEqual(
        addresses[0]?.controls.map(({ state }) => state),
        ['open', 'open', 'open'],
      );
    },
    ['tarpit.lab'],
  );

  labTest('ports that are open only on IPv6 are seen', async () => {
    const ports = await auditedPorts('v6gap.lab');
    assert.deepEqual([openPorts(ports, 'IPv4'), openPorts(ports, 'IPv6')], [[], [22, 6379]]);
    const equal = await auditedPorts('v6equal.lab');
    assert.deepEqual([openPorts(equal, 'IPv4'), openPorts(equal, 'IPv6')], [[22], [22]]);
  });

  labTest('at an address of a CDN, only the ports that it offers to customers are probed', async () => {
    const { addresses, open } = await auditedPorts('edge.lab');
    assert.deepEqual(addresses[0]?.edge, { name: 'Lab Cache Network', by: 'range' });
    assert.ok(!open.some(({ port }) => port === 2375 || port === 6379));
  });

  labTest('the default certificate reveals a shared server', async () => {
    const { addresses, open } = await auditedPorts('shared.lab');
    assert.equal(addresses[0]?.sharedWith, 'hoster.lab');
    assert.deepEqual(
      open.map(({ service }) => service),
      ['ftp', 'mysql'],
    );
  });

  labTest('ports of industrial systems are seen, and receive no byte', async () => {
    const before = recorded();
    const { open } = await portsOf('industrial.lab');
    assert.deepEqual(
      open.map(({ port, sent, heardBytes }) => [port, sent, heardBytes]),
      industrial.map((port) => [port, '', 0]),
    );
    assert.equal(recorded(), before);
  });

  labTest('a service at the well-known port of another is not taken for it', async () => {
    const { open } = await portsOf('impostor.lab');
    assert.deepEqual(
      open.map(({ port, service, access }) => `${port} ${service ?? 'unknown'} ${access}`),
      [
        '22 unknown unknown',
        '2375 http unknown',
        '5900 ssh unknown',
        '6379 unknown unknown',
        '9200 http unknown',
        '11434 smtp unknown',
        '27017 unknown unknown',
      ],
    );
  });

  labTest('services at unusual ports are recognized by their greeting', async () => {
    const { open } = await portsOf('neutral.lab');
    assert.deepEqual(
      open.map(({ port, service }) => [port, service]),
      [
        [7000, null],
        [7001, 'mysql'],
        [7002, null],
        [7070, 'vnc'],
        [7180, 'pop3'],
        [7187, 'imap'],
      ],
    );
  });
});
