import { rowTester, type Row as RowOf } from '../../../../catalogue/testing/rows.ts';
import { endpointHost } from '../../../../evidence/endpoints/example.ts';
import { mutePort, quietAddress } from '../../../../evidence/ports/example.ts';
import { noPorts } from '../../../../evidence/ports/none.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../../evidence/ports/schema.ts';
import type { ServicesEvidence } from '../../../derive/network/swept.ts';

type Offer = NonNullable<OpenPort['ssh']>;

/** A correctly configured SSH server. */
export const soundSsh: Offer = {
  identification: 'SSH-2.0-OpenSSH_9.9',
  kex: ['mlkem768x25519-sha256', 'curve25519-sha256', 'kex-strict-s-v00@openssh.com'],
  hostKeys: ['rsa-sha2-512', 'ssh-ed25519'],
  ciphers: ['chacha20-poly1305@openssh.com', 'aes256-gcm@openssh.com'],
  macs: ['hmac-sha2-256-etm@openssh.com'],
};

const evidenceOf = (place: Partial<SweptAddress>, ports: Partial<PortsEvidence> = {}): ServicesEvidence => ({
  endpoints: { hosts: [endpointHost(quietAddress.host, [quietAddress.address])] },
  ports: { ...noPorts, notAsked: null, addresses: [{ ...quietAddress, ...place }], ...ports },
});

/** A site with a correctly configured SSH server at port 22, with these changes. */
export const sshSite = (
  offer: Partial<Offer>,
  open: Partial<OpenPort> = {},
  place: Partial<SweptAddress> = {},
): ServicesEvidence => {
  const ssh = { ...soundSsh, ...offer };
  const heard = `${ssh.identification}\\r\\n`;
  return evidenceOf(place, {
    open: [{ ...mutePort, port: 22, service: 'ssh', heard, heardBytes: 1_000, ssh, ...open }],
  });
};

/** A site whose port 22 accepted no connection. */
export const sshless = (place: Partial<SweptAddress>): ServicesEvidence => evidenceOf(place);

/** A row of the tests of this folder. */
export type Row = RowOf<ServicesEvidence>;

/** Rows of checks of SSH. */
export const testRows = rowTester((evidence: ServicesEvidence) => evidence, { fail: /TCP port \d+: SSH-/ });
