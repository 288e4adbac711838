import { muteCheck } from '../service-check.ts';
import { portNames } from '../port-names.data.ts';
import { datagramCheck } from './datagram-check.ts';

export const svcIcs = muteCheck({
  id: 'svc-ics',
  title: 'No port of industrial control systems is open to the internet',
  finding: 'Port of an industrial control system exposed',
  weakness: { cvss: 'likelyExploitable', cwe: [306, 668] },
  mode: 'deep',
  services: ['ics'],
  describe: ({ port }) =>
    `Port ${port} (${portNames[port] ?? 'industrial control'}) accepts connections. Nothing was sent, because old controllers stop at unexpected bytes. These protocols have no login: expected is no route from the internet.`,
  confidence: () => 'potential',
});

export const svcIpmi = datagramCheck({
  id: 'svc-ipmi',
  title: 'IPMI is not open to the internet',
  finding: 'IPMI (server management controller) exposed',
  weakness: { cvss: 'likelyExploitable', cwe: [668] },
  isAbout: ({ service }) => service === 'ipmi',
  describe: ({ port }) =>
    `A management controller answers RMCP on UDP port ${port}. IPMI 2.0 gives the hash of a password to anybody who asks for a user. Expected: the management network only.`,
});

export const svcAmplifier = datagramCheck({
  id: 'svc-amplifier',
  title: 'No UDP service answers strangers with more than it receives',
  finding: 'UDP service usable for amplification attacks',
  weakness: { cvss: 'reflector', cwe: [406] },
  isAbout: ({ service }) => service !== 'ipmi',
  // The first reply alone is counted; many services send more.
  describe: ({ service, port, sentBytes, heardBytes }) =>
    heardBytes >= 2 * sentBytes
      ? `${service} on UDP port ${port} answered ${sentBytes} bytes with ${heardBytes}: with a forged sender address, this host floods others.`
      : null,
});
