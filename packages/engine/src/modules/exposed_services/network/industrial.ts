import { portNames } from '../port-names.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, whereMute } from '../../derive/subjects/ports.ts';
import { datagramAnswers } from '../../derive/subjects/datagrams.ts';

export const svcIcs = checkOf(portsOfServices(['ics']), {
  id: 'svc-ics',
  title: 'No port of industrial control systems is open to the internet',
  finding: 'Port of an industrial control system exposed',
  weakness: { cvss: 'likelyExploitable', cwe: [306, 668] },
  mode: 'deep',
  judge: whereMute(
    ({ port }) =>
      `Port ${port} (${portNames[port] ?? 'industrial control'}) accepts connections. Nothing was sent, because old controllers stop at unexpected bytes. These protocols have no login: expected is no route from the internet.`,
    () => 'potential',
  ),
});

export const svcIpmi = checkOf(
  datagramAnswers(({ service }) => service === 'ipmi'),
  {
    id: 'svc-ipmi',
    title: 'IPMI is not open to the internet',
    finding: 'IPMI (server management controller) exposed',
    weakness: { cvss: 'likelyExploitable', cwe: [668] },
    judge: ({ port }) =>
      `A management controller answers RMCP on UDP port ${port}. IPMI 2.0 gives the hash of a password to anybody who asks for a user. Expected: the management network only.`,
    mode: 'deep',
  },
);

export const svcAmplifier = checkOf(
  datagramAnswers(({ service }) => service !== 'ipmi'),
  {
    id: 'svc-amplifier',
    title: 'No UDP service answers strangers with more than it receives',
    finding: 'UDP service usable for amplification attacks',
    weakness: { cvss: 'reflector', cwe: [406] },
    // Only the size of the first reply counts; many services send more.
    judge: ({ service, port, sentBytes, heardBytes }) =>
      heardBytes >= 2 * sentBytes
        ? `${service} on UDP port ${port} answered ${sentBytes} bytes with ${heardBytes}: with a forged sender address, this host floods others.`
        : null,
    mode: 'deep',
  },
);
