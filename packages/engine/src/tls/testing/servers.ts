import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TlsOptions, createServer as createTlsServer } from 'node:tls';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';

/** A server on a free port of 127.0.0.1. */
export interface LocalServer {
  port: number;
  close: () => void;
}

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('Server has no port');
  return address.port;
};

function listening(server: Server): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ port: portOf(server), close })));
}

/** The platform's OpenSSL as a server, with a self-signed P-256 certificate unless another is given. */
export function startNode(options: TlsOptions = {}): Promise<LocalServer> {
  const server = createTlsServer({ ...serverCertificate, ...options }, (socket) => socket.on('error', () => {}));
  server.on('tlsClientError', () => {});
  return listening(server);
}

/** A server that does with a connection what the test says. */
export const startRaw = (serve: (socket: Socket) => void): Promise<LocalServer> =>
  listening(createTcpServer({ allowHalfOpen: false }, serve));

/** True where there is an openssl command. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** Waits until a process listens on a port. */
export async function untilUp(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('openssl s_server did not start');
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const { port, close } = await startRaw(() => {});
  close();
  return port;
}

/** `openssl s_server` with an RSA key: it serves one connection at a time. */
export async function startOpenssl(options: readonly string[]): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=server.test', '-newkey', 'rsa:2048'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const port = await freePort();
  const child = spawn(
    'openssl',
    ['s_server', '-accept', `127.0.0.1:${port}`, '-cert', cert, '-key', key, '-quiet', ...options],
    { stdio: 'ignore' },
  );
  await untilUp(port, child);
  return {
    port,
    close: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}
