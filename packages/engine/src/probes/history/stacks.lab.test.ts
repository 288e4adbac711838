import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from '@perimeter/lab/hosts/endpoint';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { dayMs } from '@perimeter/protocols/durations';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { type Finished, type SessionOffer, offerSession } from './resume.ts';
import { platformSessionOf, savedSessionOf } from './session.ts';

const versions = ['TLSv1.2', 'TLSv1.3'] as const;

/** Hosts with different TLS libraries; HAProxy is configured without tickets, and some issue none that they accept again. */
const stacks = ['nginx', 'apache', 'openssl', 'gnutls', 'nss', 'jsse', 'old-node', 'stunnel'];
/** The local OpenSSL does not support their suites. */
const unknownSuites = ['only-des.lab', 'only-null.lab'];
const rows = endpoints.filter(
  ({ host, server, tls, ports }) =>
    tls !== undefined &&
    ports.includes(443) &&
    !unknownSuites.includes(host) &&
    (stacks.includes(server) || host === 'tickets.lab'),
);

async function shake({ address, host }: Endpoint, wish: Omit<SessionOffer, 'serverName'>): Promise<Finished> {
  const socket = connect(443, address).on('error', () => {});
  await once(socket, 'connect');
  const result = await offerSession(socket, { serverName: host, ...wish }, AbortSignal.timeout(10_000));
  assert.ok('resumed' in result, JSON.stringify(result));
  return result;
}

for (const row of rows) {
  for (const version of versions.filter((one) => row.tls?.versions.includes(one) === true)) {
    labTest(
      `${row.host}, ${version}: what is remembered of a session resumes it as the session itself does`,
      async () => {
        const first = await shake(row, { version, session: null, wantsTicket: true });
        const place = { ...goodEndpoint, address: row.address, serverName: row.host };
        const saved = first.session === null ? null : savedSessionOf(first.session, place, 0);
        if (saved === null) return;
        assert.equal(saved.version, version);
        const again = async (session: Buffer | null): Promise<boolean> =>
          (await shake(row, { version, session, wantsTicket: false })).resumed;
        const expected = await again(first.session);
        assert.equal(await again(platformSessionOf(saved, 0)), expected, 'at once');
        assert.equal(await again(platformSessionOf(saved, 8 * dayMs)), expected, 'also when it is said to be old');
        const foreign = {
          ...saved,
          ticket: Buffer.alloc(Buffer.from(saved.ticket, 'base64').length, 7).toString('base64'),
        };
        assert.equal(await again(platformSessionOf(foreign, 0)), false, 'another ticket resumes nothing');
      },
      [row.host],
    );
  }
}
