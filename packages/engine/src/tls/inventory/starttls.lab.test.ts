import assert from 'node:assert/strict';
import type { Endpoint } from '@perimeter/lab/hosts/endpoint';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { takeUpgraded } from '../testing/take.ts';
import { detailOf } from '../../evidence/failure-text.ts';

function rowOf(host: string): Endpoint {
  const row = endpoints.find((candidate) => candidate.host === host);
  assert.ok(row, `${host} is in the lab`);
  return row;
}

const services = [
  { host: 'mail.good.lab', port: 25, startTls: 'smtp' },
  { host: 'starttls-sound.lab', port: 143, startTls: 'imap' },
  { host: 'starttls-sound.lab', port: 110, startTls: 'pop3' },
] as const;

for (const { host, port, startTls } of services) {
  labTest(`behind STARTTLS of ${startTls} the inventory is the same as elsewhere`, async () => {
    const { address } = rowOf(host);
    const endpoint = await takeUpgraded({ address, port, serverName: host, startTls });
    const accepted = endpoint.versions.filter((one) => one.accepted.known && one.accepted.value);
    assert.deepEqual(
      accepted.map(({ version, complete }) => [version, complete]),
      [
        ['TLSv1.2', true],
        ['TLSv1.3', true],
      ],
    );
    assert.ok(accepted.every(({ suites, groupsEnumerated }) => suites.length > 2 && groupsEnumerated));
    assert.ok(endpoint.controlPassed);
    assert.deepEqual(endpoint.chains[0]?.certificates[0]?.subjectAltNames.includes(`DNS:${host}`), true);
    assert.ok(endpoint.tickets.known);
  });
}

labTest('a mail server without STARTTLS is not reached, and says why', async () => {
  const { address } = rowOf('mail.bad.lab');
  const endpoint = await takeUpgraded({ address, port: 25, serverName: 'mail.bad.lab', startTls: 'smtp' });
  assert.equal(endpoint.unreachable?.reason, 'tls');
  assert.match(detailOf(endpoint.unreachable), /STARTTLS/);
});
