import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { scannerAddress, scannerAddress6 } from '../hosts/addresses.ts';

/** A line of capture.py. */
interface Packet {
  by: string;
  to: string;
  ms: number;
  hex?: string;
  udp?: number;
  tcp?: number;
  from?: number;
  at?: number;
  syn?: boolean;
  end?: boolean;
}

/** One TCP connection as the kernel sent it: its port, what was sent on it, its first SYN, and its end as soon as one side ended it. */
export interface SentConnection {
  address: string;
  port: number;
  sent: Buffer;
  startedAtMs: number;
  /** Infinity if the capture ended before. */
  endedAtMs: number;
}

/** What was sent while a capture ran. */
export interface Captured {
  connections: SentConnection[];
  datagrams: { address: string; port: number; sent: Buffer; atMs: number }[];
}

/** Payloads in the order of their sequence numbers, without retransmissions. */
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

const keyOf = ({ to, tcp, from }: Packet): string => `${to} ${tcp} ${from}`;

/** Connections by their endpoints: packets before the first SYN belong to an earlier connection. */
function connectionsOf(packets: readonly Packet[]): SentConnection[] {
  const byKey = Map.groupBy(
    packets.filter(({ tcp }) => tcp !== undefined),
    keyOf,
  );
  return [...byKey.values()].flatMap((ofOne) => {
    const first = ofOne.find(({ syn }) => syn === true);
    if (first === undefined) return [];
    const { to, tcp = 0, ms } = first;
    const sent = joined(ofOne.filter(({ syn, hex = '' }) => syn === false && hex !== ''));
    const endedAtMs = ofOne.find(({ end, ms: at }) => end === true && at >= ms)?.ms ?? Infinity;
    return [{ address: to, port: tcp, sent, startedAtMs: ms, endedAtMs }];
  });
}

const settled = (packets: readonly Packet[]): Captured => ({
  connections: connectionsOf(packets),
  datagrams: packets.flatMap(({ udp, to, hex = '', ms }) =>
    udp === undefined ? [] : [{ address: to, port: udp, sent: Buffer.from(hex, 'hex'), atMs: ms }],
  ),
});

/** Audits use these source addresses; the lab's resolver uses others. */
const isOfAudits = ({ by }: Packet): boolean => by === scannerAddress || by === scannerAddress6;

/**
 * What audits send to some addresses (default: all) while something runs, captured on the wire; needs root in the lab.
 */
export async function captured(addresses: readonly string[], run: () => Promise<unknown>): Promise<Captured> {
  const script = path.join(import.meta.dirname, 'capture.py');
  const child = spawn('python3', [script, ...addresses], { stdio: ['ignore', 'pipe', 'inherit'] });
  const packets: Packet[] = [];
  const lines = createInterface({ input: child.stdout });
  try {
    await once(lines, 'line');
    lines.on('line', (line) => packets.push(JSON.parse(line)));
    await run();
    // Wait for the capture, which lags behind.
    await wait(500);
  } finally {
    child.kill();
    await once(child, 'close');
  }
  return settled(packets.filter(isOfAudits));
}
