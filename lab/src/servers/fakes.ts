import type { Socket } from 'node:net';
import { addressesOf } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { divide, startBackend } from '../fakes/beside-tls13.ts';
import type { FakeBehaviour, FakeIdentity } from '../fakes/behaviour.ts';
import { serveFakeTls } from '../fakes/fake-tls.ts';
import { identityOf } from './identity.ts';
import { fakes } from '../fakes/fakes.data.ts';
import { listenTcp, type Bind, type Listening, type ListenAt } from '../machine/listen.ts';
import { modernTls } from './tls/modern-tls.ts';

/** Starts the fake TLS servers among these endpoints. */
export async function startFakes(group: Listening, chosen: readonly Endpoint[], bind: Bind): Promise<void> {
  await Promise.all(
    chosen.flatMap((row) => addressesOf(row).map((address) => startFake(group, row, bind(address, 443)))),
  );
}

async function startFake(group: Listening, row: Endpoint, at: ListenAt): Promise<number> {
  const behaviour = fakes[row.host];
  if (behaviour === undefined) throw new Error(`Starting ${row.host}: no behaviour is known for it`);
  const identity = identityOf(row);
  const { tls13 } = behaviour;
  const isTooMany = connectionCounter(behaviour.maxConnectionsPerSecond);
  if (tls13 === undefined)
    return await listenTcp(group, at, (socket) =>
      isTooMany() ? void socket.resetAndDestroy() : serveFakeTls(socket, behaviour, identity),
    );
  const backendPort = await startBackend(group, modernTls(row));
  const older = (socket: Socket, first: Buffer): void => takeOver(socket, first, behaviour, identity);
  return await listenTcp(group, at, (socket) => divide(socket, { answer: tls13, backendPort, older }));
}

/** Counts the connections of the running second. */
function connectionCounter(maxPerSecond = Infinity): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count > maxPerSecond;
  };
}

/** Passes the data already read to the fake as if just received. */
function takeOver(socket: Socket, first: Buffer, behaviour: FakeBehaviour, identity: FakeIdentity): void {
  serveFakeTls(socket, behaviour, identity);
  socket.emit('data', first);
}
