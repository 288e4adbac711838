import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import {
  type PremasterFlaw,
  minModulusBytes,
  premasterBlock,
} from '@perimeter/protocols/tls/handshake/premaster-block';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { FirstFlight } from '../../../tls/client/first-flight.ts';
import { rsaKeyOf } from '../../../tls/client/key-agreement.ts';

/** Suites with RSA key transport and full-length keys. */
export function isRsaTransport(code: number): boolean {
  const suite = cipherSuites.get(code);
  return suite !== undefined && suite.keyExchange === 'RSA' && suite.authentication === 'RSA' && !suite.export;
}

/** The encrypted block, or why it cannot be created. */
export function encrypted(flight: FirstFlight, flaw: PremasterFlaw): Uint8Array | UnknownBecause {
  const rsa = rsaKeyOf(flight);
  if ('reason' in rsa) return rsa;
  const { key, modulusBits } = rsa;
  if (modulusBits < minModulusBytes * 8) return { reason: 'tls', gap: 'rsa-key-too-short', values: [`${modulusBits}`] };
  const block = premasterBlock(flaw, { modulusBits, version: flight.sent.version, random: randomBytes(256) });
  try {
    return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
  } catch {
    return { reason: 'tls', gap: 'rsa-key-unusable' };
  }
}
