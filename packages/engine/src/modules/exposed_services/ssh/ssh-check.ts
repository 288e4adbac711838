import { type Check, defineCheck } from '../../../catalogue/check.ts';
import { combine, type Judged } from '../../../catalogue/combine.ts';
import { type FindingDraft, inconclusive, notApplicable } from '../../../catalogue/outcome.ts';
import { sshOfferLine } from '../../../catalogue/reproduce-service.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../evidence/ports/schema.ts';
import { shorten } from '../../derive/words/text.ts';
import { closedBy, type Exposed, type Facts, judgedPort, placeOf, unasked } from '../service-check.ts';

/** An SSH server that answered. */
export interface SshServer {
  /** Behind `SSH-`: the version of the protocol, software, and a comment. */
  protocol: string;
  /** Software and comment. */
  software: string;
  /** null: nothing but its identification was received. */
  offer: OpenPort['ssh'];
}

const sshPort = 22;

/** The identification is in what was heard, too, where the key exchange did not follow. */
function serverOf({ ssh, heard }: OpenPort): SshServer | null {
  const [, protocol, software] = /SSH-(\d\.\d{1,2})-([ -~]{0,240})/.exec(ssh?.identification ?? heard) ?? [];
  // Without KEXINIT the lists are empty, and show nothing.
  const offer = ssh !== null && ssh.kex.length > 0 ? ssh : null;
  return protocol === undefined || software === undefined ? null : { protocol, software, offer };
}

interface Judging {
  /** What an SSH server shows; a text: why it cannot be judged; null: nothing to find. */
  judge: (server: SshServer) => Exposed | string | null;
  /** What a pass says. */
  sound: string;
}

/** Port 22 without an answer may be open to others. */
function unanswered({ address, silent, unseen, answering }: SweptAddress): string | null {
  const missed = unseen.find(({ port }) => port === sshPort);
  if (missed !== undefined) return `${address} port ${sshPort}: ${failureText(missed.failure)}`;
  return silent.includes(sshPort) && !answering
    ? `No answer from ${address} port ${sshPort}: packets may be filtered`
    : null;
}

/** What the server offers, and the command that lists it. */
function sshLines({ address, port, ssh, heard }: OpenPort, { host }: SweptAddress): FindingDraft['evidence'] {
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

function judgeServer(open: OpenPort, place: SweptAddress, { judge, sound }: Judging): Judged {
  const location = placeOf(place, open.port);
  const server = serverOf(open);
  const shown = server === null ? `The service at port ${open.port} was not identified` : judge(server);
  if (shown === null) return { outcome: 'pass', reason: sound, location };
  if (typeof shown === 'string') return { ...inconclusive(shown), location };
  return judgedPort(open, place, { ...shown, evidence: sshLines(open, place) });
}

function judgeAddress(place: SweptAddress, { open }: PortsEvidence, judging: Judging): Judged[] {
  const location = placeOf(place, sshPort);
  const closed = closedBy(place);
  if (closed !== null) return [{ ...closed, location }];
  const servers = open.filter(
    ({ address, service, port }) =>
      address === place.address && (service === 'ssh' || (service === null && port === sshPort)),
  );
  if (servers.length > 0) return servers.map((one) => judgeServer(one, place, judging));
  const gap = unanswered(place);
  return [{ ...(gap === null ? notApplicable('No SSH server was found') : inconclusive(gap)), location }];
}

/** Declares a check of each SSH server at the addresses of the site. An SSH server is no fault by itself. */
export const sshCheck = ({ judge, sound, ...facts }: Facts & Judging): Check =>
  defineCheck({
    ...facts,
    needs: ['ports', 'endpoints'],
    evaluate: (evidence) => {
      const { ports } = evidence;
      const judged = ports.addresses.flatMap((place) => judgeAddress(place, ports, { judge, sound }));
      return unasked(evidence) ?? combine(facts.finding, judged);
    },
  });

type Offer = NonNullable<OpenPort['ssh']>;

/** The same, of the algorithms that a server offers. */
export const offerCheck = ({
  judge,
  ...facts
}: Facts & { judge: (offer: Offer) => Exposed | null; sound: string }): Check =>
  sshCheck({
    ...facts,
    judge: ({ offer }) => (offer === null ? 'The algorithms of the SSH server were not received' : judge(offer)),
  });
