import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, type Socket, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TlsOptions, createServer as createTlsServer } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import { type LocalServer, closedAtEnd } from './local-server.ts';
import { startProgram } from './program.ts';

/** Lets a server listen on a free port, and closes it with all its connections. */
export async function listening(server: Server): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  const close = closedAtEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: await takeFreePort(server), close };
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

/** `openssl s_server` with an RSA key: it serves one connection at a time. */
export async function startOpenssl(
  options: readonly string[],
  behind?: Parameters<typeof startProgram>[2],
): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=server.test', '-newkey', 'rsa:2048'];
  const removeFolder = closedAtEnd(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const args = ['s_server', '-accept', '127.0.0.1:0', '-cert', cert, '-key', key, '-quiet', ...options];
    const { port, close } = await startProgram('openssl', args, behind);
    return { port, close: () => (close(), removeFolder()) };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
