import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

const packet = z.object({
  tcp: z.int().optional(),
  udp: z.int().optional(),
  from: z.int().optional(),
  at: z.int().optional(),
  syn: z.boolean().optional(),
  to: z.string().optional(),
  hex: z.string().optional(),
});
type Packet = z.infer<typeof packet>;

/** One TCP connection as the kernel sent it: its port, and what was sent on it. */
export interface SentConnection {
  address: string;
  port: number;
  sent: Buffer;
}

/** What was sent while a capture ran. */
export interface Captured {
  connections: SentConnection[];
  datagrams: { address: string; port: number; sent: Buffer }[];
}

/** Payloads in the order of their sequence numbers, each once: loss is none here, but repeats are. */
const joined = (parts: readonly Packet[]): Buffer => {
  const bySequence = new Map(parts.map(({ at = 0, hex = '' }) => [at, hex]));
  return Buffer.from(
    [...bySequence]
      .toSorted(([a], [b]) => a - b)
      .map(([, hex]) => hex)
      .join(''),
    'hex',
  );
};

function settled(packets: readonly Packet[]): Captured {
  const opened = packets.filter(({ syn }) => syn === true);
  const ends = new Map(opened.map((one) => [`${one.to} ${one.tcp} ${one.from}`, one]));
  return {
    connections: [...ends].map(([key, { to = '', tcp = 0 }]) => ({
      address: to,
      port: tcp,
      sent: joined(
        packets.filter((one) => one.syn === false && `${one.to} ${one.tcp} ${one.from}` === key && one.hex !== ''),
      ),
    })),
    datagrams: packets.flatMap(({ udp, to = '', hex = '' }) =>
      udp === undefined ? [] : [{ address: to, port: udp, sent: Buffer.from(hex, 'hex') }],
    ),
  };
}

/** What this namespace sends to some addresses while something runs, as the kernel puts it on the wire; needs root there. */
export async function captured(addresses: readonly string[], run: () => Promise<unknown>): Promise<Captured> {
  const script = path.join(import.meta.dirname, 'capture.py');
  const child = spawn('python3', [script, ...addresses], { stdio: ['ignore', 'pipe', 'inherit'] });
  const packets: Packet[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => packets.push(packet.parse(JSON.parse(line))));
  try {
    await once(lines, 'line');
    await run();
    // The capture is behind what was sent.
    await wait(500);
  } finally {
    child.kill();
    await once(child, 'close');
  }
  return settled(packets);
}
