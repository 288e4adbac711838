import type { Socket } from 'node:net';
import type { ResponseHead } from '@perimeter/protocols/http/message-head';
import { fieldValues } from '@perimeter/protocols/http/message-head';
import { writeRequestHead } from '@perimeter/protocols/http/message-request';
import { addressesWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilitiesEvidence } from '../../evidence/vulnerabilities/schema.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { startDeadline } from '../../net/deadline.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { readResponse } from '../../net/http/read-response.ts';
import { userAgent } from '../../net/http/user-agent.ts';
import type { ProbeContext } from '../probe.ts';

type Opossum = VulnerabilitiesEvidence['opossum'][number];

const httpPort = 80;
const answerTimeoutMs = 8_000;
const switchingProtocols = 101;
/** A token of the Upgrade header (RFC 9110 section 7.8) that names TLS (RFC 2817 section 3.1). */
const tlsToken = /^TLS(?:\/|$)/i;

/** One request that offers to switch to TLS, as RFC 2817 section 3.1 has it. */
const requestHead = (host: string, agent: string): string =>
  writeRequestHead({
    method: 'GET',
    target: '/',
    fields: [
      ['Host', host],
      ['User-Agent', agent],
      ['Accept', '*/*'],
      ['Upgrade', 'TLS/1.0'],
      ['Connection', 'Upgrade'],
    ],
  });

const upgradeTokens = (head: ResponseHead): string[] =>
  fieldValues(head, 'upgrade').flatMap((value) => value.split(',').map((token) => token.trim()));

type Place = Pick<Opossum, 'address' | 'port' | 'host'>;

function verdictOf(place: Place, head: ResponseHead): Opossum {
  const tokens = upgradeTokens(head).slice(0, 8);
  // Who switches says to what (RFC 9110 section 15.2.2), or else to the only thing that was offered.
  const upgrades =
    tokens.some((token) => tlsToken.test(token)) || (head.status === switchingProtocols && tokens.length === 0);
  const shown = tokens.length === 0 ? 'no Upgrade header' : `Upgrade: ${tokens.join(', ').slice(0, 80)}`;
  const conclusion = upgrades ? 'Plain HTTP offers a switch to TLS' : 'Plain HTTP offers no switch to TLS';
  return {
    ...place,
    upgrades: seen(upgrades),
    proof: [
      `Sent GET / with Upgrade: TLS/1.0 and Connection: Upgrade to port ${httpPort}`,
      `Answered ${head.status}, ${shown}`,
      conclusion,
    ],
  };
}

async function askOn(socket: Socket, { settings, signal }: ProbeContext, place: Place): Promise<Opossum> {
  using deadline = startDeadline(signal, { name: 'Asking for an upgrade to TLS', timeoutMs: answerTimeoutMs });
  const limits = { ...httpLimits, maxWireBytes: httpLimits.maxHeadBytes };
  const reading = readResponse(socket, 'GET', { limits, signal: deadline.signal });
  socket.write(requestHead(place.host, userAgent(settings.contactUrl)), 'latin1');
  const { head, failure } = await reading;
  socket.destroy();
  if (head !== null) return verdictOf(place, head);
  const { reason, detail } = failure ?? ({ reason: 'closed', detail: 'No answer' } satisfies NetFailure);
  return { ...place, upgrades: unseen(reason, detail), proof: [] };
}

async function askAddress(context: ProbeContext, host: string, address: string): Promise<Opossum> {
  const place = { address, port: httpPort, host };
  const { dialer, signal } = context;
  const dialed = await dialer.connect(place, { signal, timeoutMs: firstConnectTimeoutMs });
  if (dialed.ok) return askOn(dialed.socket, context, place);
  const { reason, detail } = dialed.failure;
  return { ...place, upgrades: unseen(reason, detail), proof: [] };
}

/** Opossum (CVE-2025-49812): whether plain HTTP offers to switch to TLS, one connection to each address. */
export async function testOpossum(context: ProbeContext, endpoints: EndpointsEvidence): Promise<Opossum[]> {
  return Promise.all(addressesWith(endpoints, 'web').map(({ host, address }) => askAddress(context, host, address)));
}
