import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { otherService } from '../../evidence/certificates/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { unseen } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { peerCertificate } from '../../net/peer-certificate.ts';
import { upgrade } from '../../net/starttls.ts';
import type { ProbeContext } from '../probe.ts';
import type { CertificateStore } from '../../pki/facts/certificate-store.ts';
import { type OtherPort, otherPorts } from './other-ports.data.ts';
import { askSsl2, type Ssl2Finding } from './ssl2-answer.ts';

type OtherService = z.infer<typeof otherService>;
type Opened = { ok: true; socket: Socket } | { ok: false; failure: NetFailure };

/** What of an endpoint of HTTPS matters here. */
type Host = Pick<TlsEndpoint, 'address' | 'serverName' | 'unreachable'>;

/** Addresses of the host whose ports are asked. */
const maxAddresses = 2;
const connectTimeoutMs = 2_500;

/** A socket on which TLS may begin. */
async function open(
  context: ProbeContext,
  { address, serverName }: Host,
  { port, upgrade: protocol }: OtherPort,
): Promise<Opened> {
  const { dialer, settings, signal } = context;
  const dialed = await dialer.connect({ address, port, host: serverName }, { signal, timeoutMs: connectTimeoutMs });
  if (!dialed.ok || protocol === null) return dialed;
  const identity = new URL(settings.contactUrl).hostname;
  const upgraded = await upgrade(dialed.socket, protocol, { identity, signal });
  if (upgraded.ok) return dialed;
  dialed.socket.destroy();
  return upgraded;
}

async function askForSsl2(context: ProbeContext, host: Host, port: OtherPort): Promise<Ssl2Finding> {
  const opened = await open(context, host, port);
  if (!opened.ok) return { spoken: { known: false, failure: opened.failure }, certificate: null };
  return askSsl2(opened.socket, context.target.seed, context.signal);
}

const dnsNames = (store: CertificateStore, der: Uint8Array): string[] =>
  (store.add(der, 'served').parsed?.subjectAltName ?? []).flatMap((name) => (name.type === 'dns' ? [name.text] : []));

/** SHA-256 of a leaf's key in hex; null where it cannot be read. */
function keyDigest(store: CertificateStore, der: Uint8Array): string | null {
  const spki = store.add(der, 'served').parsed?.spki.der;
  return spki === undefined ? null : createHash('sha256').update(spki).digest('hex');
}

async function askService(
  context: ProbeContext,
  store: CertificateStore,
  host: Host,
  port: OtherPort,
): Promise<OtherService> {
  const { address, serverName } = host;
  const blank = { address, port: port.port, protocol: port.protocol, leafSha256: null, spkiSha256: null, names: [] };
  const failed = (failure: NetFailure): OtherService => ({
    ...blank,
    failure,
    ssl2: unseen('not-tested', 'No TLS was seen there'),
  });
  const opened = await open(context, host, port);
  if (!opened.ok) return failed(opened.failure);
  const [peer, ssl2] = await Promise.all([
    peerCertificate(opened.socket, serverName, context.signal),
    askForSsl2(context, host, port),
  ]);
  // Who speaks nothing but SSL 2.0 shows its certificate there.
  const der = peer.ok ? peer.der : ssl2.certificate;
  if (der === null) return peer.ok ? { ...blank, failure: null, ssl2: ssl2.spoken } : failed(peer.failure);
  return {
    ...blank,
    failure: null,
    leafSha256: store.add(der, 'served').sha256,
    spkiSha256: keyDigest(store, der),
    names: dnsNames(store, der).slice(0, 100),
    ssl2: ssl2.spoken,
  };
}

/** Asks the other TLS ports of the host's addresses for their certificates; a port that refuses is left out. */
export async function findOtherServices(
  context: ProbeContext,
  store: CertificateStore,
  endpoints: readonly Host[],
): Promise<OtherService[]> {
  const asked = endpoints.filter(({ unreachable }) => unreachable === null).slice(0, maxAddresses);
  const services = asked.flatMap((endpoint) => otherPorts.map((port) => askService(context, store, endpoint, port)));
  return (await Promise.all(services)).filter(({ failure }) => failure?.reason !== 'refused');
}
