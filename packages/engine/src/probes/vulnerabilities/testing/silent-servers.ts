import { connect } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';
import type { LocalServer } from '../../../tls/testing/local-server.ts';
import { startRaw } from '../../../tls/testing/servers.ts';
import { identityFor, startOpen } from './servers.ts';
import { takeFlaws } from './take.ts';

const alertRecord = 21;
const dataRecord = 23;

/** The flaws of a local server, which is then closed. */
export const flawsThenClose = async (
  server: LocalServer,
  otherHosts: readonly string[] = [],
): Promise<VulnerabilityEndpoint> => {
  const target = { host: 'server.test', address: '127.0.0.1', otherHosts, ports: { 443: server.port } };
  const { endpoint } = await takeFlaws(target);
  server.close();
  return endpoint;
};

/** Two names with separate certificates at one address; the platform resumes sessions across them. */
export function startTwoNames(): Promise<LocalServer> {
  const [first, second] = [identityFor('server.test'), identityFor('other.test')];
  return startOpen({
    key: first.key,
    cert: first.cert,
    maxVersion: 'TLSv1.2',
    SNICallback: (name, done) => {
      const { key, cert } = name === 'other.test' ? second : first;
      done(null, createSecureContext({ key, cert, ciphers: 'DEFAULT@SECLEVEL=0' }));
    },
  });
}

/** Whether complete records include one of this type. */
function holds(bytes: Buffer, type: number): boolean {
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) if (bytes[at] === type) return true;
  return false;
}

/** Stops answering once a client sends data: handshakes complete, and later data gets no answer. */
export async function startMute(): Promise<LocalServer> {
  const behind = await startTwoNames();
  const front = await startRaw((socket) => {
    const inner = connect(behind.port, '127.0.0.1').on('error', () => {});
    let isMute = false;
    inner.on('data', (bytes) => void (isMute || socket.write(bytes)));
    socket.on('close', () => inner.destroy());
    socket.on('data', (bytes: Buffer) => {
      isMute ||= holds(bytes, dataRecord);
      if (!isMute) inner.write(bytes);
    });
  });
  const close = (): void => {
    front.close();
    behind.close();
  };
  return { port: front.port, close };
}

/** Forwards everything except alerts, after which it keeps the connection open, like wrappers that ignore errors. */
export async function startSwallowing(): Promise<LocalServer> {
  const behind = await startOpen({ maxVersion: 'TLSv1.2' });
  const front = await startRaw((socket) => {
    const inner = connect(behind.port, '127.0.0.1').on('error', () => {});
    let isMute = false;
    socket.on('data', (bytes) => inner.write(bytes)).on('close', () => inner.destroy());
    inner.on('data', (bytes: Buffer) => {
      isMute ||= bytes[0] === alertRecord;
      if (!isMute) socket.write(bytes);
    });
  });
  const close = (): void => {
    front.close();
    behind.close();
  };
  return { port: front.port, close };
}
