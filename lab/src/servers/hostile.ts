import type { Socket } from 'node:net';
import { addressesOf } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import type { FakeIdentity } from '../fakes/behaviour.ts';
import { hostilities, hostilityOf } from '../hostile/all.ts';
import { tend } from '../hostile/hostility.ts';
import { identityOf } from './identity.ts';
import {
  closeAll,
  listenTcp,
  listenTls,
  listening,
  type Bind,
  type Listening,
  type ListenAt,
} from '../machine/listen.ts';
import { modernTls } from './tls/modern-tls.ts';

/** Starts the hostile servers among these endpoints. */
export async function startHostile(group: Listening, chosen: readonly Endpoint[], bind: Bind): Promise<void> {
  await Promise.all(
    chosen.flatMap((row) =>
      addressesOf(row).flatMap((address) => row.ports.map((port) => startPort(group, row, bind(address, port), port))),
    ),
  );
}

function startPort(group: Listening, row: Endpoint, at: ListenAt, port: number): Promise<number> {
  const { layer, serve } = hostilityOf(row.host);
  const identity = (): FakeIdentity => identityOf(row);
  if (layer === 'http' && port === 443)
    return listenTls(group, at, modernTls(row), (socket) => (tend(socket), serve(socket, identity)));
  return listenTcp(group, at, (socket) => (tend(socket), serve(socket, identity)));
}

/** One hostile server on a loopback port of its own, in the clear, for a test that wants no lab. */
export async function startHostileServer(
  name: string,
  identity: () => FakeIdentity = noIdentity,
): Promise<{ host: string; port: number; stop: () => Promise<void> }> {
  const hostility = hostilities[name];
  if (hostility === undefined) throw new Error(`Starting a hostile server: there is no ${name}`);
  const group = listening();
  const serve = (socket: Socket): void => (tend(socket), hostility.serve(socket, identity));
  const port = await listenTcp(group, { host: '127.0.0.1', port: 0 }, serve);
  return { host: '127.0.0.1', port, stop: () => closeAll(group) };
}

function noIdentity(): FakeIdentity {
  throw new Error('Serving a hostile handshake: this one needs a certificate, so pass an identity');
}
