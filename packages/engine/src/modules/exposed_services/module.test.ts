import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { standardPorts } from '@perimeter/protocols/services/ports.data';
import { serviceMarks, serviceNames } from '@perimeter/protocols/services/services.data';
import { talks } from '@perimeter/protocols/services/talks.data';
import { testModule } from '../../catalogue/testing/module.ts';
import { quietAddress, silentDatagram } from '../../evidence/ports/example.ts';
import { portsEvidence } from '../../evidence/ports/schema.ts';
import { exposedServices } from './module.ts';
import { notAsked, silentSite, sweptWith } from './testing/evidence.ts';
import type { ServicesEvidence } from '../derive/network/swept.ts';

/** With the memory of an audit that stored nothing. */
const remembering = (evidence: ServicesEvidence) => ({
  ...evidence,
  history: { sinceMs: null, keys: [], sessions: [], ports: [] },
});

const everyPort = [...new Set([...standardPorts, ...talks.flatMap(({ ports }) => ports)])];
const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const services = Object.keys(serviceNames);
const identification = fc.oneof(
  text,
  text.map((one) => `SSH-1.99-OpenSSH_7.4p1 ${one}`),
);
const names = fc.array(
  fc.oneof(text, fc.constantFrom('ssh-dss', 'aes128-cbc', 'hmac-md5', 'chacha20-poly1305@openssh.com')),
  {
    maxLength: 20,
  },
);

/** Arbitrary answers of services at any port. */
const open = fc
  .array(
    fc.record({
      address: fc.constant(quietAddress.address),
      port: fc.constantFrom(...everyPort, 7001),
      rttMs: fc.nat(999),
      sent: text,
      heard: text,
      heardBytes: fc.nat(512),
      failure: fc.constantFrom(null, { reason: 'reset', gap: 'words-kept', values: ['x'] }),
      service: fc.constantFrom(null, ...services),
      access: fc.constantFrom('open', 'guarded', 'unknown'),
      product: fc.option(text),
      version: fc.option(text),
      marks: fc.subarray([...serviceMarks]),
      tls: fc.option(
        fc.record({
          protocol: text,
          subject: text,
          issuer: text,
          names: fc.array(text, { maxLength: 20 }),
          selfSigned: fc.boolean(),
        }),
      ),
      ssh: fc.option(fc.record({ identification, kex: names, hostKeys: names, ciphers: names, macs: names })),
    }),
    { maxLength: 60 },
  )
  .map((ports) => ({ ...sweptWith([]).ports, open: ports, datagrams: [silentDatagram] }))
  .map((ports) => remembering({ ...sweptWith([]), ports: portsEvidence.parse(ports) }));

const notSent = 'not-applicable';

testModule(exposedServices, {
  silent: { evidence: [remembering(notAsked('robots'))] },
  refused: { evidence: [remembering(notAsked('no-address'))] },
  walled: {
    evidence: [remembering(silentSite(everyPort))],
    // With one address family and no datagrams there is nothing to compare.
    otherwise: {
      'svc-amplifier': notSent,
      'svc-ipmi': notSent,
      'svc-firewall-v6-gap': notSent,
      'port-unexpected': notSent,
    },
  },
  hostile: open,
});
