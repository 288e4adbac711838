import { randomBytes } from 'node:crypto';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** An address and a port to listen at. With port 0 the system gives a free one, of which `onPort` hears. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  readonly onPort?: (port: number) => void;
}

/** Where a server really listens: at its own address in the namespaces, at a separate port on loopback. */
export type Bind = (address: string, port: number) => ListenAt;

/** A group of listeners that are closed together; a closing group opens no more. */
export interface Listening {
  readonly servers: Server[];
  readonly sockets: Set<Socket>;
  readonly datagrams: DatagramSocket[];
  readonly opening: Set<Promise<number>>;
  isClosed: boolean;
}

/** A new, empty set of listeners. */
export function listening(): Listening {
  return { servers: [], sockets: new Set(), datagrams: [], opening: new Set(), isClosed: false };
}

const backlog = 1024;

/** Accepts plain TCP connections; gives the port when it listens. */
export function listenTcp(group: Listening, at: ListenAt, serve: (socket: Socket) => void): Promise<number> {
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
  at: ListenAt,
  options: ListenOptions,
  serve: (socket: Socket) => void,
): Promise<number> {
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

function open(group: Listening, server: Server, at: ListenAt): Promise<number> {
  server.on('connection', (socket) => {
    group.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => group.sockets.delete(socket));
  });
  return opened(group, at, 'port', (onFailure) => {
    group.servers.push(server);
    return new Promise((resolve) => {
      server.once('error', onFailure);
      server.listen({ host: at.host, port: at.port, backlog }, () => resolve(portOf(server.address())));
    });
  });
}

/** Answers datagrams, each by itself; null: silence. */
export function listenUdp(
  group: Listening,
  at: ListenAt,
  answer: (datagram: Uint8Array) => Uint8Array | null,
): Promise<number> {
  const socket = createSocket(isIPv6(at.host) ? 'udp6' : 'udp4');
  socket.on('message', (datagram, peer) => {
    const back = answer(datagram);
    if (back !== null) socket.send(back, peer.port, peer.address);
  });
  return opened(group, at, 'UDP port', (onFailure) => {
    group.datagrams.push(socket);
    return new Promise((resolve) => {
      socket.once('error', onFailure);
      socket.bind(at.port, at.host, () => resolve(socket.address().port));
    });
  });
}

/** Opens one listener of a group, and says which one where that fails. */
async function opened(
  group: Listening,
  { host, port, onPort }: ListenAt,
  kind: string,
  start: (onFailure: (error: Error) => void) => Promise<number>,
): Promise<number> {
  const what = `Listening on ${host} ${kind} ${port}`;
  if (group.isClosed) throw new Error(`${what}: the other servers are being closed`);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const opening = Promise.race([
    start((error) => reject(new Error(`${what}: ${error.message}`, { cause: error }))),
    failed,
  ]);
  group.opening.add(opening);
  try {
    const given = await opening;
    onPort?.(given);
    return given;
  } finally {
    group.opening.delete(opening);
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';

/** Failing this often in a row to find a port free for both is not due to chance. */
const pairTries = 20;

/**
 * Opens a UDP and a TCP listener on the same port. A port that the system chooses is only free for one of them: if the
 * other is occupied, both try another.
 */
export async function onOnePort(
  at: ListenAt,
  openUdp: (at: ListenAt) => Promise<number>,
  openTcp: (at: ListenAt) => Promise<number>,
): Promise<number> {
  for (let triesLeft = pairTries; ; triesLeft -= 1) {
    const port = await openUdp({ host: at.host, port: at.port });
    try {
      return await openTcp({ ...at, port });
    } catch (error) {
      if (at.port !== 0 || triesLeft === 0 || !isTaken(error)) throw error;
    }
  }
}

/** Closes every listener and every connection. */
export async function closeAll(group: Listening): Promise<void> {
  group.isClosed = true;
  await Promise.allSettled(group.opening);
  const closed = group.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const socket of group.sockets) socket.destroy();
  for (const socket of group.datagrams) socket.close();
  await Promise.all(closed);
}
