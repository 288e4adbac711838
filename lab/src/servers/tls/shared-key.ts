import type { Socket } from 'node:net';
import type { FakeBehaviour } from '../../fakes/behaviour.ts';
import { serveFakeTls } from '../../fakes/fake-tls.ts';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { identityOf } from '../identity.ts';

/** A sound server beside an SSL 2.0 server with the same key (DROWN). */
const sharedKeyFakes: Readonly<Record<string, Readonly<Record<number, FakeBehaviour>>>> = {
  'drown-shared.lab': {
    443: { versions: [0x0303], suites: [0xc02f, 0x009c] },
    993: { versions: [], suites: [], ssl2Kinds: [0x010080, 0x020080, 0x0700c0] },
  },
};

/** The fake that serves a port of a host; null where none does. */
export function sharedKeyServer(row: Endpoint, port: number): ((socket: Socket) => void) | null {
  const fake = sharedKeyFakes[row.host]?.[port];
  if (fake === undefined) return null;
  const identity = identityOf(row);
  return (socket) => serveFakeTls(socket, fake, identity);
}
