import type { TlsOptions } from 'node:tls';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { keysOf } from './modern-tls.ts';

/** OpenSSL 3.5 with the hybrid groups of RFC 10024 before the classical ones. */
export function postQuantumTls(endpoint: Endpoint): TlsOptions {
  return {
    ...keysOf(endpoint),
    minVersion: 'TLSv1.2',
    ecdhCurve: 'X25519MLKEM768:SecP256r1MLKEM768:SecP384r1MLKEM1024:X25519:P-256:P-384:P-521',
    ALPNProtocols: ['http/1.1'],
  };
}
