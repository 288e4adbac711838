import { type DatagramTalk, datagramTalks } from '@perimeter/protocols/services/datagrams.data';
import { toHex } from '@perimeter/protocols/bytes';
import type { DatagramAnswer } from '../../evidence/ports/schema.ts';
import type { ProbeContext } from '../probe.ts';
import type { PlannedAddress } from './addresses.ts';

const timeoutMs = 1_500;
const maxShownOctets = 64;

const payloadOf = ({ sends }: DatagramTalk): Uint8Array =>
  Uint8Array.from(sends.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function askOne(
  { datagrams, signal }: ProbeContext,
  { address, host }: PlannedAddress,
  talk: DatagramTalk,
): Promise<DatagramAnswer> {
  const payload = payloadOf(talk);
  const facts = { address, port: talk.port, service: talk.service, sentBytes: payload.length };
  const question = { payload, read: (datagram: Uint8Array) => datagram };
  const answer = await datagrams.ask({ address, host, port: talk.port }, question, { signal, timeoutMs });
  if (answer.ok) {
    const { value } = answer;
    return { ...facts, state: 'answered', heardBytes: value.length, heard: toHex(value.subarray(0, maxShownOctets)) };
  }
  const { reason } = answer.failure;
  // An ICMP message is an answer: the port is closed or filtered.
  const state = ['timeout', 'refused', 'unreachable'].includes(reason) ? 'silent' : 'unseen';
  return { ...facts, state, heardBytes: 0, heard: '' };
}

/** Sends one datagram to each UDP service, except at shared edges. */
export const askDatagrams = async (
  context: ProbeContext,
  planned: readonly PlannedAddress[],
): Promise<DatagramAnswer[]> =>
  Promise.all(
    planned
      .filter(({ edge }) => edge === null)
      .flatMap((address) => datagramTalks.map((talk) => askOne(context, address, talk))),
  );
