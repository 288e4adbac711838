import { toHex } from '@perimeter/protocols/tls/bytes';
import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import type { Flight } from '@perimeter/protocols/tls/flight';
import type { ServerHello } from '@perimeter/protocols/tls/server-hello';
import type { ServerKeyExchange } from '@perimeter/protocols/tls/server-key-exchange';
import { cipherSuites } from '@perimeter/protocols/tls/suites';
import type { Observed } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from '../../evidence/tls.ts';
import { readCertificate } from './certificates.ts';

type Chain = TlsEndpoint['chains'][number];

/** What all flights of an endpoint show together, whatever each was asked for. */
export interface Observations {
  /** Takes a flight with a ServerHello; the moment is for comparing the server's clock. */
  observe: (version: TlsVersionName, flight: Flight, atMs: number) => void;
  /** Takes a chain that came encrypted. */
  addChain: (version: TlsVersionName, chain: readonly Uint8Array[]) => void;
  chains: () => Chain[];
  /** True once a chain is known for a suite's kind of authentication. */
  hasChainFor: (suite: number) => boolean;
  dhOf: (version: TlsVersionName) => TlsVersion['dh'];
  groupsOf: (version: TlsVersionName) => number[];
  schemesOf: (version: TlsVersionName) => number[];
  curveSamples: () => number;
  keyShareReuse: () => TlsEndpoint['keyShareReuse'];
  gmtUnixTime: () => Observed<boolean>;
  encryptThenMac: () => Observed<boolean>;
  explicitCurves: () => boolean;
}

/** Fewer handshakes prove nothing about a value that comes again. */
const minSamples = 3;
/** A server's clock may be wrong by this much and is still its clock. */
const clockToleranceMs = 5 * 60_000;
/** Chains that are kept: one a key type, as there are few types. */
const maxChains = 6;

function secondsOf({ random }: ServerHello): number {
  return new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
}

const repeats = (values: readonly string[]): boolean => new Set(values).size < values.length;

/** null: fewer than three values were seen. A single repetition is enough: ephemeral values never meet by chance. */
const reuseOf = (values: readonly string[]): boolean | null =>
  repeats(values) ? true : values.length >= minSamples ? false : null;

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key) ?? new Set<V>();
  values.add(value);
  map.set(key, values);
}

/** An empty record of one endpoint. */
export function createObservations(): Observations {
  const chains = new Map<string, Chain>();
  const chainOfLeaf = new Map<string, Chain>();
  const authentications = new Set<string>();
  const dh = new Map<TlsVersionName, TlsVersion['dh']>();
  const groups = new Map<TlsVersionName, Set<number>>();
  const schemes = new Map<TlsVersionName, Set<number>>();
  const curveValues: string[] = [];
  const fieldValues: string[] = [];
  const clocks: { seconds: number; atMs: number }[] = [];
  const blockModes = { answers: 0, echoed: 0 };
  let sawExplicitCurve = false;

  const addChain: Observations['addChain'] = (viaVersion, chain) => {
    const [leaf] = chain;
    if (leaf === undefined) return;
    const key = toHex(leaf.subarray(0, 2_048));
    if (chainOfLeaf.has(key) || chainOfLeaf.size >= maxChains) return;
    const certificates = chain.map(readCertificate);
    const made = { keyType: certificates[0]?.keyType ?? 'unknown', viaVersion, certificates };
    chainOfLeaf.set(key, made);
    if (!chains.has(made.keyType)) chains.set(made.keyType, made);
  };

  const addParameters = (version: TlsVersionName, suite: number, exchange: ServerKeyExchange): void => {
    if (typeof exchange.signature === 'number') addTo(schemes, version, exchange.signature);
    if (exchange.kind === 'named-curve') addTo(groups, version, exchange.group);
    if (exchange.kind === 'explicit-curve') sawExplicitCurve = true;
    if (exchange.kind === 'named-curve' || exchange.kind === 'explicit-curve') curveValues.push(toHex(exchange.publicValue));
    if (exchange.kind !== 'finite-field') return;
    fieldValues.push(toHex(exchange.publicValue));
    const known = dh.get(version) ?? [];
    const parameters = {
      suite,
      bits: exchange.bits,
      prime: toHex(exchange.prime),
      export: cipherSuites.get(suite)?.export ?? false,
    };
    const isNew = known.every((one) => one.prime !== parameters.prime || one.export !== parameters.export);
    if (isNew) dh.set(version, [...known, parameters]);
  };

  const observe: Observations['observe'] = (version, flight, atMs) => {
    const hello = flight.serverHello;
    if (hello === null || version === 'TLSv1.3') return;
    clocks.push({ seconds: secondsOf(hello), atMs });
    const suite = cipherSuites.get(hello.suite);
    if (suite?.mode === 'CBC') {
      blockModes.answers += 1;
      if (hello.extensions.has(extensionTypes.encryptThenMac)) blockModes.echoed += 1;
    }
    if (flight.certificates !== null) {
      addChain(version, flight.certificates);
      if (suite !== undefined) authentications.add(suite.authentication);
    }
    if (flight.serverKeyExchange !== null) addParameters(version, hello.suite, flight.serverKeyExchange);
  };

  return {
    observe,
    addChain,
    chains: () => [...chains.values()],
    hasChainFor: (suite) => authentications.has(cipherSuites.get(suite)?.authentication ?? ''),
    dhOf: (version) => dh.get(version) ?? [],
    groupsOf: (version) => [...(groups.get(version) ?? [])],
    schemesOf: (version) => [...(schemes.get(version) ?? [])],
    curveSamples: () => curveValues.length,
    keyShareReuse: () => {
      const samples = curveValues.length + fieldValues.length;
      if (samples === 0) return unseen('not-tested', 'No ephemeral key exchange before TLS 1.3 was seen');
      return seen({ dhe: reuseOf(fieldValues), ecdhe: reuseOf(curveValues), samples });
    },
    gmtUnixTime: () => {
      if (clocks.length < minSamples) return unseen('not-tested', 'Fewer than three handshakes before TLS 1.3 were seen');
      return seen(clocks.every(({ seconds, atMs }) => Math.abs(seconds * 1000 - atMs) < clockToleranceMs));
    },
    encryptThenMac: () =>
      blockModes.answers === 0
        ? unseen('not-tested', 'No suite with a block cipher in CBC mode was chosen')
        : seen(blockModes.echoed > 0),
    explicitCurves: () => sawExplicitCurve,
  };
}
