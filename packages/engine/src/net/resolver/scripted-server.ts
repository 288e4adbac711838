import type { RemoteInfo, Socket as Datagram } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { decodeMessage, encodeMessage, flagsOf, type Message } from '@perimeter/protocols/dns/message';
import { parseRdata } from '@perimeter/protocols/dns/rdata';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { takeFreePair } from '@perimeter/protocols/testing/free-port';
import { frameReader } from '../message-frames.ts';
import type { ResolverAddress } from './attempt.ts';

/** A script's reply to one query: messages, raw bytes, or nothing. */
export type Reply = (query: Message) => readonly (Message | Uint8Array)[];

/** A DNS server on loopback for tests that answers exactly by its script, including wrong answers. */
export interface ScriptedServer extends ResolverAddress {
  /** Queries by UDP and by TCP, in order of arrival. */
  received: { message: Message; transport: 'udp' | 'tcp' }[];
  close: () => Promise<void>;
}

/** A record from text. */
export const rr = (name: string, type: string, data: string, ttl = 60): ResourceRecord => ({
  name,
  type: typeCode(type),
  class: internetClass,
  ttl,
  rdata: parseRdata(typeCode(type), data),
});

/** A correct answer to a query, changed as given. */
export const reply = (query: Message, over: Partial<Message> = {}): Message => ({
  ...query,
  flags: flagsOf({ response: true, recursionAvailable: true, recursionDesired: true }),
  ...over,
});

const bytesOf = (sent: Message | Uint8Array): Uint8Array => (sent instanceof Uint8Array ? sent : encodeMessage(sent));

function serveTcp(socket: Socket, onQuery: (bytes: Uint8Array) => readonly (Message | Uint8Array)[]): void {
  socket.on('error', () => socket.destroy());
  const read = frameReader();
  socket.on('data', (chunk) => {
    for (const sent of read(chunk).flatMap((query) => [...onQuery(query)])) {
      const bytes = bytesOf(sent);
      socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
    }
  });
}

/** Starts a server on a free port of the address, both transports; close it when the test ends. */
export async function startScriptedServer(
  udp: Reply,
  { tcp = udp, address = '127.0.0.1' }: { tcp?: Reply; address?: string } = {},
): Promise<ScriptedServer> {
  const received: ScriptedServer['received'] = [];
  const stream = createServer((socket) =>
    serveTcp(socket, (bytes) => {
      const message = decodeMessage(bytes);
      received.push({ message, transport: 'tcp' });
      return tcp(message);
    }),
  );
  const answerDatagram = (datagram: Datagram, bytes: Uint8Array, peer: RemoteInfo): void => {
    const message = decodeMessage(bytes);
    received.push({ message, transport: 'udp' });
    for (const sent of udp(message)) datagram.send(bytesOf(sent), peer.port, peer.address);
  };
  const { datagrams: datagram, port } = await takeFreePair(stream, address);
  datagram.on('message', (bytes, peer) => answerDatagram(datagram, bytes, peer));
  const close = async (): Promise<void> => {
    datagram.close();
    stream.close();
    await once(stream, 'close');
  };
  return { address, port, received, close };
}
