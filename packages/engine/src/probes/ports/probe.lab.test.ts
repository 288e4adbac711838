import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { portsOf } from './testing/lab-ports.ts';
import { testServices } from './testing/services-of-hosts.ts';

// coverage/network.lab.test.ts judges each service; these hosts have stores, logins with and without TLS, and screens.
testServices([
  'exposed2-stores.lab',
  'guarded2-stores.lab',
  'exposed2-logins.lab',
  'guarded2-logins.lab',
  'exposed2-screens.lab',
]);

labTest(
  'services over UDP answer, and are silent where they should be',
  async () => {
    const { datagrams } = await portsOf('exposed2-datagrams.lab');
    assert.deepEqual(
      datagrams.filter(({ state }) => state !== 'answered'),
      [],
    );
    // These return at least twice the bytes sent.
    const amplify = datagrams.filter(({ sentBytes, heardBytes }) => heardBytes >= 2 * sentBytes);
    assert.deepEqual(amplify.map(({ service }) => service).toSorted(), [
      'chargen',
      'cldap',
      'coap',
      'ipmi',
      'ntp',
      'portmap',
      'qotd',
      'ssdp',
    ]);
    const quiet = await portsOf('guarded2-stores.lab');
    assert.deepEqual(
      quiet.datagrams.filter(({ state }) => state !== 'silent'),
      [],
    );
  },
  ['snmp.exposed2-datagrams.lab', 'memcached-udp.exposed2-datagrams.lab'],
);
