import { connect } from 'node:net';
import { endpoint } from '../hosts/endpoints.ts';
import { forwardedPorts } from '../hosts/addresses.ts';
import { listenTcp, listening, type Listening } from '../machine/listen.ts';

/** Gives servers that listen on all addresses an address of their own, on port 443. */
export async function startForwarders(): Promise<Listening> {
  const group = listening();
  await Promise.all(
    Object.entries(forwardedPorts).map(([host, port]) =>
      listenTcp(group, { host: endpoint(host).address, port: 443 }, (socket) => {
        const onward = connect({ host: '127.0.0.1', port });
        onward.on('error', () => socket.destroy());
        socket.on('error', () => onward.destroy());
        socket.on('close', () => onward.destroy());
        onward.on('close', () => socket.destroy());
        socket.pipe(onward).pipe(socket);
      }),
    ),
  );
  return group;
}
