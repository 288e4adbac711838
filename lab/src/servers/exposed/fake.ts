import type { Socket } from 'node:net';

/** A service of our own behind a TCP port. */
export type TcpFake = (socket: Socket) => void;

/** A service of our own behind a UDP port; null: silence. */
export type UdpFake = (datagram: Uint8Array) => Uint8Array | null;

/** The octets of a text in which each character is one. */
export const octets = (text: string): Buffer => Buffer.from(text, 'latin1');

const mostBytes = 64 * 1024;
const idleMs = 20_000;

/** The reply to the data received so far; null: wait for more, or stay silent; `close`: end the connection. */
export type FakeAnswer = Uint8Array | null | 'close';

/** Says the greeting at once, and answers each message; what a client sends is read up to a limit. */
export function service(greeting: Uint8Array | null, answer: (message: Buffer) => FakeAnswer): TcpFake {
  return (socket) => {
    let pending = Buffer.alloc(0);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    if (greeting !== null) socket.write(greeting);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      if (pending.length > mostBytes) return void socket.destroy();
      const reply = answer(pending);
      if (reply === null) return;
      pending = Buffer.alloc(0);
      if (reply === 'close') return void socket.end();
      socket.write(reply);
    });
  };
}

/** Answers each line by the first rule that matches it; `quit` ends the connection. */
export const lineService = (greeting: string | null, rules: readonly (readonly [RegExp, string])[]): TcpFake =>
  service(greeting === null ? null : octets(greeting), (message) => {
    const text = message.toString('latin1');
    if (!text.includes('\n')) return null;
    const [, reply] = rules.find(([pattern]) => pattern.test(text)) ?? [];
    return reply === undefined || /^(?:quit|.* logout)/i.test(text) ? 'close' : octets(reply);
  });

/** Takes the connection and is silent. */
export const silent: TcpFake = (socket) => {
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.resume();
};
