import type { Socket } from 'node:net';
import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import { writeRequestHead } from '@perimeter/protocols/http/message-request';
import { seen, unclear, unobserved } from '../../../evidence/observed.ts';
import type { VulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import { startDeadline } from '../../../net/deadline.ts';
import { httpLimits } from '../../../net/http/limits.ts';
import { readResponse } from '../../../net/http/read-response.ts';
import type { ProbeContext } from '../../probe.ts';

/** One address of port 80. */
export type Opossum = VulnerabilitiesEvidence['opossum'][number];

const answerTimeoutMs = 8_000;
/** Tokens of an Upgrade header that are kept, and characters of each. */
const maxTokens = 8;
const maxTokenLength = 40;

/** A request that offers an upgrade to TLS (RFC 2817 section 3.1). */
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

/** Where it was asked. */
export type UpgradePlace = Pick<Opossum, 'address' | 'port' | 'host'>;

const answerOf = (head: ResponseHead): Opossum['answer'] =>
  seen({
    status: head.status,
    upgrade: upgradeTokens(head)
      .slice(0, maxTokens)
      .map((token) => token.slice(0, maxTokenLength)),
  });

/** Sends the request on an open connection and reads whether the server would upgrade. */
export async function askOn(socket: Socket, { http, signal }: ProbeContext, place: UpgradePlace): Promise<Opossum> {
  using deadline = startDeadline(signal, { name: 'ask-upgrade()', timeoutMs: answerTimeoutMs });
  const limits = { ...httpLimits, maxWireBytes: httpLimits.maxHeadBytes };
  const reading = readResponse(socket, 'GET', { limits, signal: deadline.signal });
  socket.write(requestHead(place.host, http.userAgent), 'latin1');
  const { head, failure } = await reading;
  socket.destroy();
  if (head !== null) return { ...place, answer: answerOf(head) };
  return { ...place, answer: failure === null ? unclear('closed', 'no-answer') : unobserved(failure) };
}
