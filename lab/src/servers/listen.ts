import { randomBytes } from 'node:crypto';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Where a server of the table really listens: at its own address in the namespaces, at a port of its own on loopback. */
export type Bind = (address: string, port: number) => { readonly host: string; readonly port: number };

/** Listening servers, to be closed together. */
export interface Listening {
  readonly servers: Server[];
  readonly sockets: Set<Socket>;
  readonly datagrams: DatagramSocket[];
}

/** A new, empty set of listeners. */
export function listening(): Listening {
  return { servers: [], sockets: new Set(), datagrams: [] };
}

const backlog = 1024;

/** Accepts plain TCP connections; settles when it listens. */
export function listenTcp(
  group: Listening,
  at: { host: string; port: number },
  serve: (socket: Socket) => void,
): Promise<void> {
  return open(group, createServer(serve), at);
}

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** How a listener speaks TLS, and what Node's own options do not say. */
export type ListenOptions = TlsOptions & {
  readonly staple?: () => Buffer;
  /** How long tickets are encrypted under the same key. */
  readonly newTicketKeyMs?: number;
};

/** Octets of the keys that Node encrypts tickets under. */
const ticketKeyBytes = 48;

/** Accepts TLS connections; a failed handshake ends that connection and nothing else. */
export function listenTls(
  group: Listening,
  at: { host: string; port: number },
  options: ListenOptions,
  serve: (socket: Socket) => void,
): Promise<void> {
  const { staple, newTicketKeyMs } = options;
  const server = createTlsServer(options, (socket) => {
    // A TLS socket cannot send RST by itself (ERR_INVALID_HANDLE_TYPE); the connection under it can.
    socket.resetAndDestroy = () => {
      connections.get(peerOf(socket))?.resetAndDestroy();
      return socket;
    };
    serve(socket);
  });
  const connections = new Map<string, Socket>();
  server.on('connection', (socket) => {
    const peer = peerOf(socket);
    connections.set(peer, socket);
    socket.on('close', () => connections.delete(peer));
  });
  if (staple !== undefined) {
    server.on('OCSPRequest', (_certificate, _issuer, answer) => answer(null, staple()));
  }
  if (newTicketKeyMs !== undefined) {
    const timer = setInterval(() => server.setTicketKeys(randomBytes(ticketKeyBytes)), newTicketKeyMs);
    server.on('close', () => clearInterval(timer));
  }
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return open(group, server, at);
}

function open(group: Listening, server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  group.servers.push(server);
  server.on('connection', (socket) => {
    group.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => group.sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`Listening on ${host} port ${port}: ${error.message}`)));
    server.listen({ host, port, backlog }, resolve);
  });
}

/** Answers datagrams, each by itself; null: silence. */
export function listenUdp(
  group: Listening,
  { host, port }: { host: string; port: number },
  answer: (datagram: Uint8Array) => Uint8Array | null,
): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  group.datagrams.push(socket);
  socket.on('message', (datagram, peer) => {
    const back = answer(datagram);
    if (back !== null) socket.send(back, peer.port, peer.address);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(new Error(`Listening on ${host} UDP port ${port}: ${error.message}`)));
    socket.bind(port, host, resolve);
  });
}

/** Closes every listener and every connection. */
export async function closeAll({ servers, sockets, datagrams }: Listening): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const socket of sockets) socket.destroy();
  for (const socket of datagrams) socket.close();
  await Promise.all(closed);
}
