import { closedAt, notAsked, portOf, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { portInventory, svcTlsOtherPorts } from './inventory.ts';

const tls = { protocol: 'TLSv1.3', subject: 'CN=a', issuer: 'CN=a', names: ['a.lab'], selfSigned: true };

testRows([
  [portInventory, 'a service', sweptWith([serviceAt(22, 'ssh', 'unknown')]), 'informational', /port 22 is open: SSH/],
  [portInventory, 'no word', sweptWith([portOf(1883)]), 'informational', /MQTT by its number/],
  [portInventory, 'unheard of', sweptWith([portOf(7001)]), 'informational', /an unknown service/],
  [portInventory, 'nothing is open', closedAt(22), 'pass'],
  [portInventory, 'no answer at all', sweptWith([], { silent: [22], answering: false }), 'inconclusive', /filtered/],
  [portInventory, 'no address', notAsked('no-address'), 'not-applicable'],
  [svcTlsOtherPorts, 'TLS', sweptWith([portOf(8443, { tls })]), 'informational', /TLSv1\.3.*a\.lab and self-signed/],
  [svcTlsOtherPorts, 'none', closedAt(22), 'pass'],
  [svcTlsOtherPorts, 'no address', notAsked('no-address'), 'not-applicable'],
]);
