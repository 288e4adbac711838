import { addressesOf } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { serveFakeTls } from './fake-tls.ts';
import { identityOf } from './identity.ts';
import { fakes } from './fakes.data.ts';
import { listenTcp, listening } from './listen.ts';
import type { Bind, Listening } from './listen.ts';

/** Starts the fake TLS servers among these endpoints. */
export async function startFakes(chosen: readonly Endpoint[], bind: Bind): Promise<Listening> {
  const group = listening();
  await Promise.all(
    chosen.flatMap((row) => addressesOf(row).map((address) => startFake(group, row, bind(address, 443)))),
  );
  return group;
}

function startFake(group: Listening, row: Endpoint, at: { host: string; port: number }): Promise<void> {
  const behaviour = fakes[row.host];
  if (behaviour === undefined) throw new Error(`Starting ${row.host}: no behaviour is known for it`);
  const identity = identityOf(row);
  return listenTcp(group, at, (socket) => serveFakeTls(socket, behaviour, identity));
}
