import { toHex } from '@perimeter/protocols/bytes';
import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import type { Flight } from '@perimeter/protocols/tls/flight';
import type { ServerHello } from '@perimeter/protocols/tls/server-hello';
import { cipherSuites } from '@perimeter/protocols/tls/suites';
import type { Observed } from '../../../evidence/observed.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { readCertificate } from './certificates.ts';
import type { KeyExchanges } from './key-exchanges.ts';
import { createKeyExchanges } from './key-exchanges.ts';

type Chain = TlsEndpoint['chains'][number];

/** The staple and the timestamps that came beside a leaf; null where there was none. */
export interface ChainExtras {
  ocspResponse: Uint8Array | null;
  timestamps: Uint8Array | null;
}

/** What all flights of an endpoint show together, whatever each was asked for. */
export interface Observations {
  /** Takes a flight with a ServerHello; the moment is for comparing the server's clock. */
  observe: (version: TlsVersionName, flight: Flight, atMs: number, askedForStatus: boolean) => void;
  /** Takes a chain that came encrypted, and what came with its leaf where that was asked for. */
  addChain: (version: TlsVersionName, chain: readonly Uint8Array[], extras?: ChainExtras) => void;
  /** Takes a chain that counts only where none was seen otherwise. */
  addSpareChain: Observations['addChain'];
  /** One chain for each type of key, the first that was seen. */
  chains: () => Chain[];
  /** True once a chain is known for a suite's kind of authentication. */
  hasChainFor: (suite: number) => boolean;
  exchanges: KeyExchanges;
  gmtUnixTime: () => Observed<boolean>;
  encryptThenMac: () => Observed<boolean>;
}

/** Fewer randoms may look like a clock by chance. */
const minClocks = 3;
/** A server's clock may be wrong by this much and is still its clock. */
const clockToleranceMs = 5 * 60_000;
/** Chains that are looked into: a server has few, a hostile one a new one each time. */
const maxChains = 6;

function secondsOf({ random }: ServerHello): number {
  return new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
}

const base64 = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('base64');

/** The first staple and list that came stay; "none" gives way to them. */
function keepExtras(chain: Chain, { ocspResponse, timestamps }: ChainExtras): void {
  chain.ocspResponse = chain.ocspResponse ?? base64(ocspResponse);
  chain.sctList = chain.sctList ?? base64(timestamps);
}

/** SSL 2.0 shows no more than a leaf (draft-hickman-netscape-ssl-00 section 5.6): the chain that TLS shows says more. */
const givesWay = (chain: Chain, viaVersion: TlsVersionName): boolean =>
  chain.viaVersion === 'SSLv2' && viaVersion !== 'SSLv2';

function createChains(): Pick<Observations, 'addChain' | 'addSpareChain' | 'chains'> {
  const byKeyType = new Map<string, Chain>();
  const byLeaf = new Map<string, Chain>();
  let spare: Chain | null = null;
  const read = (viaVersion: TlsVersionName, chain: readonly Uint8Array[]): Chain => {
    const certificates = chain.map(readCertificate);
    return { keyType: certificates[0]?.keyType ?? 'unknown', viaVersion, certificates };
  };
  return {
    addSpareChain: (viaVersion, chain) => {
      if (chain.length > 0) spare = read(viaVersion, chain);
    },
    addChain: (viaVersion, chain, extras) => {
      const [leaf] = chain;
      if (leaf === undefined) return;
      const name = toHex(leaf);
      const known = byLeaf.get(name);
      if (known === undefined && byLeaf.size >= maxChains) return;
      const made = known === undefined || givesWay(known, viaVersion) ? read(viaVersion, chain) : known;
      if (extras !== undefined) keepExtras(made, extras);
      byLeaf.set(name, made);
      const first = byKeyType.get(made.keyType);
      if (first === undefined || givesWay(first, viaVersion)) byKeyType.set(made.keyType, made);
    },
    chains: () => (byKeyType.size === 0 && spare !== null ? [spare] : [...byKeyType.values()]),
  };
}

/** An empty record of one endpoint. */
export function createObservations(): Observations {
  const chains = createChains();
  const exchanges = createKeyExchanges();
  const authentications = new Set<string>();
  const clocks: { seconds: number; atMs: number }[] = [];
  const blockModes = { answers: 0, echoed: 0 };

  const observe: Observations['observe'] = (version, flight, atMs, askedForStatus) => {
    const hello = flight.serverHello;
    if (hello === null || version === 'TLSv1.3') return;
    clocks.push({ seconds: secondsOf(hello), atMs });
    const suite = cipherSuites.get(hello.suite);
    if (suite?.mode === 'CBC') {
      blockModes.answers += 1;
      if (hello.extensions.has(extensionTypes.encryptThenMac)) blockModes.echoed += 1;
    }
    if (flight.certificates !== null) {
      const timestamps = hello.extensions.get(extensionTypes.signedCertificateTimestamp) ?? null;
      const extras = { ocspResponse: flight.ocspResponse, timestamps };
      chains.addChain(version, flight.certificates, askedForStatus ? extras : undefined);
      if (suite !== undefined) authentications.add(suite.authentication);
    }
    if (flight.serverKeyExchange !== null) exchanges.add(version, hello.suite, flight.serverKeyExchange);
  };

  return {
    ...chains,
    observe,
    hasChainFor: (suite) => authentications.has(cipherSuites.get(suite)?.authentication ?? ''),
    exchanges,
    gmtUnixTime: () => {
      if (clocks.length < minClocks)
        return unseen('not-tested', 'Fewer than three handshakes before TLS 1.3 were seen');
      return seen(clocks.every(({ seconds, atMs }) => Math.abs(seconds * 1000 - atMs) < clockToleranceMs));
    },
    encryptThenMac: () =>
      blockModes.answers === 0
        ? unseen('not-tested', 'No suite with a block cipher in CBC mode was chosen')
        : seen(blockModes.echoed > 0),
  };
}
