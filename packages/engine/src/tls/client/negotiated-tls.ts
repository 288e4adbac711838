import type { TLSSocket } from 'node:tls';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import { decodeSession } from './session-facts.ts';

/** What a completed handshake of the platform negotiated. */
export interface NegotiatedTls {
  version: TlsVersionName;
  /** IANA code points; null: not shown. */
  suite: number | null;
  group: number | null;
  /** DER of the served chain, leaf first. */
  chain: Uint8Array[];
}

/** More certificates than honest servers send. */
const maxChain = 20;

const versions: Readonly<Record<string, TlsVersionName>> = {
  SSLv3: 'SSLv3',
  TLSv1: 'TLSv1.0',
  'TLSv1.1': 'TLSv1.1',
  'TLSv1.2': 'TLSv1.2',
  'TLSv1.3': 'TLSv1.3',
};

/** The peer's chain in the order served; the platform throws on some malformed certificates. */
export function chainOf(secure: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  try {
    let next = secure.getPeerX509Certificate();
    for (; next !== undefined && chain.length < maxChain; next = next.issuerCertificate)
      chain.push(new Uint8Array(next.raw));
  } catch {
    return chain;
  }
  return chain;
}

/** Reads the negotiated parameters from a completed handshake. */
export function describeTls(secure: TLSSocket): NegotiatedTls {
  const serialised = secure.getSession();
  const session = serialised === undefined ? null : decodeSession(serialised);
  return {
    version: versions[secure.getProtocol() ?? ''] ?? 'TLSv1.2',
    suite: session?.suite ?? null,
    group: session?.group ?? null,
    chain: chainOf(secure),
  };
}
