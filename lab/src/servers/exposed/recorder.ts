import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../../machine/paths.ts';
import type { TcpFake } from './fake.ts';

/** A line for each message received on a port to which audits must not send: host, port, bytes in hexadecimal. */
export const recordFile = join(runFolder, 'untouchable.log');

/** Takes connections, never speaks, and writes down whatever arrives. */
export const recorder =
  (host: string, port: number): TcpFake =>
  (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => appendFileSync(recordFile, `${host} ${port} ${chunk.toString('hex')}\n`));
  };
