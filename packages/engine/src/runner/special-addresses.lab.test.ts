import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { unusedNetworks } from '@perimeter/lab/hosts/addresses';
import { labTest } from '@perimeter/lab/harness';
import { deepAudit } from './testing/deep-audit.ts';

const device = 'special0';
const ip = (...args: string[]): void => void execFileSync('ip', args);

/** Packets that the kernel sent to these networks, through an isolated device. */
const packetsSent = (): number => {
  const shown = execFileSync('ip', ['-statistics', '-json', 'link', 'show', 'dev', device], { encoding: 'utf8' });
  return Number(JSON.parse(shown)[0].stats64.tx.packets);
};

async function sendOne(address: string, family: 'udp4' | 'udp6'): Promise<void> {
  const socket = createSocket(family);
  await new Promise((resolve) => socket.send('x', 9, address, resolve));
  socket.close();
}

labTest(
  'names that lead to special-purpose addresses make no packet go there, whatever record leads to them',
  async () => {
    ip('link', 'add', device, 'type', 'veth', 'peer', 'name', `${device}-end`);
    try {
      // The kernel must not send packets of its own that would be counted.
      for (const end of [device, `${device}-end`]) ip('link', 'set', end, 'arp', 'off', 'addrgenmode', 'none', 'up');
      for (const network of unusedNetworks) ip('route', 'add', network, 'dev', device);
      const before = packetsSent();
      for (const network of unusedNetworks) {
        const isIpv6 = network.includes(':');
        await sendOne(isIpv6 ? 'fd66::25' : network.replace(/0\/.*$/u, '9'), isIpv6 ? 'udp6' : 'udp4');
      }
      const counted = packetsSent();
      assert.ok(
        counted >= before + unusedNetworks.length,
        `${counted - before} of ${unusedNetworks.length} packets were counted`,
      );
      const { zone, mailTransport } = await deepAudit('all-special.lab');
      assert.equal(packetsSent(), counted);
      // The audit did meet them: a name server and mail servers that it refused to connect to.
      assert.ok(zone?.servers.some(({ allowed }) => !allowed));
      assert.ok(mailTransport !== undefined);
    } finally {
      ip('link', 'delete', device);
    }
  },
);
