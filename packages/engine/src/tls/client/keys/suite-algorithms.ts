import { type CipherSuite, cipherSuites } from '@perimeter/protocols/tls/registry/suites';

/** Parameters of a suite up to TLS 1.2 for node:crypto. */
export interface SuiteAlgorithms {
  suite: CipherSuite;
  mode: 'CBC' | 'GCM';
  /** Name of the cipher in OpenSSL. */
  cipher: string;
  keyBytes: number;
  blockBytes: number;
  /** HMAC's hash; unused in GCM. */
  mac: 'md5' | 'sha1' | 'sha256' | 'sha384';
  macBytes: number;
  /** Hash of the pseudo-random function in TLS 1.2 (RFC 5246 section 5). */
  prfHash: 'sha256' | 'sha384';
}

const macs: ReadonlyMap<string, Pick<SuiteAlgorithms, 'mac' | 'macBytes'>> = new Map([
  ['MD5', { mac: 'md5', macBytes: 16 } as const],
  ['SHA', { mac: 'sha1', macBytes: 20 } as const],
  ['SHA256', { mac: 'sha256', macBytes: 32 } as const],
  ['SHA384', { mac: 'sha384', macBytes: 48 } as const],
  ['AEAD', { mac: 'sha256', macBytes: 0 } as const],
]);

function cipherOf({
  cipher,
  bits,
  mode,
}: CipherSuite): Pick<SuiteAlgorithms, 'cipher' | 'keyBytes' | 'blockBytes'> | null {
  if (cipher === '3DES' && mode === 'CBC') return { cipher: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 };
  const isKnown = cipher === 'AES' || (cipher === 'CAMELLIA' && mode === 'CBC');
  if (!isKnown) return null;
  return { cipher: `${cipher.toLowerCase()}-${bits}-${mode.toLowerCase()}`, keyBytes: bits / 8, blockBytes: 16 };
}

const exchanges: ReadonlySet<string> = new Set(['RSA', 'DHE', 'ECDHE']);

/** The algorithms of a suite with which this client can complete a handshake; null for others. */
export function algorithmsOf(code: number): SuiteAlgorithms | null {
  const suite = cipherSuites.get(code);
  if (suite === undefined || suite.export || !exchanges.has(suite.keyExchange)) return null;
  if (suite.mode !== 'CBC' && suite.mode !== 'GCM') return null;
  const cipher = cipherOf(suite);
  const mac = macs.get(suite.mac);
  if (cipher === null || mac === undefined) return null;
  const prfHash = suite.name.endsWith('SHA384') ? 'sha384' : 'sha256';
  return { suite, mode: suite.mode, ...cipher, ...mac, prfHash };
}

/** True for a suite in CBC mode with which a handshake can be completed here. */
export const isSupportedCbc = (code: number): boolean => algorithmsOf(code)?.mode === 'CBC';

/** True for a suite with which a handshake can be completed here. */
export const isSupported = (code: number): boolean => algorithmsOf(code) !== null;
