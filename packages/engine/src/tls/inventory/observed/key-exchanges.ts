import { toHex } from '@perimeter/protocols/bytes';
import type { ServerKeyExchange } from '@perimeter/protocols/tls/handshake/server-key-exchange';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { seen, untested } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from '../../../evidence/tls/schema.ts';

/** What all ServerKeyExchange messages of an endpoint show together. */
export interface KeyExchangeSamples {
  dhOf: (version: TlsVersionName) => TlsVersion['dh'];
  groupsOf: (version: TlsVersionName) => number[];
  schemesOf: (version: TlsVersionName) => number[];
  curveSamples: () => number;
  fieldSamples: () => number;
  keyShareReuse: () => TlsEndpoint['keyShareReuse'];
  explicitCurves: () => boolean;
}

/** Samples that take further messages. */
export interface KeyExchanges extends KeyExchangeSamples {
  /** choosesScheme: the hello offered signature schemes. */
  add: (version: TlsVersionName, suite: number, exchange: ServerKeyExchange, choosesScheme: boolean) => void;
}

type FiniteField = Extract<ServerKeyExchange, { kind: 'finite-field' }>;

/** Fewer handshakes do not show whether a value is reused. */
const minSamples = 3;

const repeats = (values: readonly string[]): boolean => new Set(values).size < values.length;

/** null: fewer than three values were seen. One repetition is enough: ephemeral values never repeat by chance. */
const reuseOf = (values: readonly string[]): boolean | null =>
  repeats(values) ? true : values.length >= minSamples ? false : null;

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key) ?? new Set<V>();
  values.add(value);
  map.set(key, values);
}

/** An empty record of key exchanges. */
export function createKeyExchanges(): KeyExchanges {
  const dh = new Map<TlsVersionName, TlsVersion['dh']>();
  const groups = new Map<TlsVersionName, Set<number>>();
  const schemes = new Map<TlsVersionName, Set<number>>();
  const curveValues: string[] = [];
  const fieldValues: string[] = [];
  let sawExplicitCurve = false;

  const addField = (version: TlsVersionName, suite: number, { bits, prime, publicValue }: FiniteField): void => {
    fieldValues.push(toHex(publicValue));
    const known = dh.get(version) ?? [];
    const parameters = { suite, bits, prime: toHex(prime), export: cipherSuites.get(suite)?.export ?? false };
    const isNew = known.every((one) => one.prime !== parameters.prime || one.export !== parameters.export);
    if (isNew) dh.set(version, [...known, parameters]);
  };

  return {
    add: (version, suite, exchange, choosesScheme) => {
      if (choosesScheme && typeof exchange.signature === 'number') addTo(schemes, version, exchange.signature);
      if (exchange.kind === 'named-curve') addTo(groups, version, exchange.group);
      if (exchange.kind === 'explicit-curve') sawExplicitCurve = true;
      if (exchange.kind === 'finite-field') addField(version, suite, exchange);
      if (exchange.kind === 'named-curve' || exchange.kind === 'explicit-curve')
        curveValues.push(toHex(exchange.publicValue));
    },
    dhOf: (version) => dh.get(version) ?? [],
    groupsOf: (version) => [...(groups.get(version) ?? [])],
    schemesOf: (version) => [...(schemes.get(version) ?? [])],
    curveSamples: () => curveValues.length,
    fieldSamples: () => fieldValues.length,
    keyShareReuse: () => {
      const samples = curveValues.length + fieldValues.length;
      if (samples === 0) return untested('no-ephemeral-exchange');
      return seen({ dhe: reuseOf(fieldValues), ecdhe: reuseOf(curveValues), samples });
    },
    explicitCurves: () => sawExplicitCurve,
  };
}
