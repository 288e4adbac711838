import {
  inconclusive,
  type Lines,
  notApplicable,
  type Verdict,
  openBy,
  type Why,
  whyBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import { sshOfferLine } from '../../../catalogue/reproduce-service.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedBy, portLocation, type ServicesEvidence, unasked, weighShared } from '../network/swept.ts';
import { type Narrower, narrow, type Place, type Subject } from '../../../catalogue/check-of.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** An SSH server that answered. */
export interface SshServer {
  /** The identification string after `SSH-`: protocol version, software and comment. */
  protocol: string;
  /** Software and comment. */
  software: string;
  /** null: only the identification was received. */
  offer: OpenPort['ssh'];
}

const sshPort = 22;

/** The identification is in `heard` as well, where no key exchange followed. */
function serverOf({ ssh, heard }: OpenPort): SshServer | null {
  const [, protocol, software] = /SSH-(\d\.\d{1,2})-([ -~]{0,240})/.exec(ssh?.identification ?? heard) ?? [];
  // Without KEXINIT the lists are empty and prove nothing.
  const offer = ssh !== null && ssh.kex.length > 0 ? ssh : null;
  return protocol === undefined || software === undefined ? null : { protocol, software, offer };
}

/** An unanswered port 22 may be open to others. */
function unanswered({ address, silent, unseen, answering }: SweptAddress): Why | null {
  const missed = unseen.find(({ port }) => port === sshPort);
  if (missed !== undefined)
    return whyAs(missed.failure, 'port-failed-at', { address, port: sshPort, failure: failureText(missed.failure) });
  return silent.includes(sshPort) && !answering ? whyBy('port-unanswered', { address, port: sshPort }) : null;
}

/** What the server offers, and the command that lists it. */
function sshLines({ address, port, ssh, heard }: OpenPort, { host }: SweptAddress): Lines {
  const lists =
    ssh === null || ssh.kex.length === 0
      ? []
      : ([
          ['kex_algorithms', ssh.kex],
          ['server_host_key_algorithms', ssh.hostKeys],
          ['encryption_algorithms', ssh.ciphers],
          ['mac_algorithms', ssh.macs],
        ] as const);
  return [
    `${address} TCP port ${port}: ${ssh?.identification ?? heard}`,
    ...lists.map(([name, algorithms]) => `${name}: ${shorten(algorithms.join(','), 1_500)}`),
    sshOfferLine({ address, port, serverName: host }),
  ];
}

function serverAt(open: OpenPort, place: SweptAddress): Place<SshServer> {
  const location = portLocation(place, open.port);
  const server = serverOf(open);
  if (server === null) return { settled: openBy('ssh-not-identified', { port: open.port }), location };
  return {
    of: server,
    location,
    quote: () => sshLines(open, place),
    weigh: (verdict: Verdict) => weighShared(verdict, place),
  };
}

function serversAt(place: SweptAddress, { open }: PortsEvidence): Place<SshServer>[] {
  const location = portLocation(place, sshPort);
  const closed = closedBy(place);
  if (closed !== null) return [{ settled: closed, location }];
  const servers = open.filter(
    ({ address, service, port }) =>
      address === place.address && (service === 'ssh' || (service === null && port === sshPort)),
  );
  if (servers.length > 0) return servers.map((one) => serverAt(one, place));
  const gap = unanswered(place);
  return [{ settled: gap === null ? notApplicable('No SSH server was found') : inconclusive(gap), location }];
}

/** Each SSH server at the addresses of the site. An SSH server is no fault by itself. */
export const sshServers: Subject<keyof ServicesEvidence, SshServer> = {
  needs: ['ports', 'endpoints'],
  select: (evidence) => {
    const { ports } = evidence;
    return unasked(evidence) ?? { places: ports.addresses.flatMap((place) => serversAt(place, ports)) };
  },
};

/** The algorithms that each SSH server offers. */
export const sshAlgorithms = narrow(sshServers, ({ offer }): Narrower<NonNullable<OpenPort['ssh']>> =>
  offer === null ? openBy('ssh-offer-not-received') : { of: offer },
);
