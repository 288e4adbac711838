import type { Endpoint } from './endpoint.ts';
import { flaws, type Flaw } from '../fakes/flaws.data.ts';
import { needsTls12 } from '../fakes/suites.ts';

/** The TLS properties of a behaviour; odd ones cannot be found by an ordinary ClientHello. */
function truthOf({ behaviour, isOdd }: Flaw): Pick<Endpoint, 'tls'> {
  if (isOdd === true) return {};
  const wire = { 'TLSv1.0': 0x0301, 'TLSv1.1': 0x0302, 'TLSv1.2': 0x0303 } as const;
  const versions = (['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const).filter((name) =>
    behaviour.versions.includes(wire[name]),
  );
  const spoken = (name: keyof typeof wire): string =>
    behaviour.suites
      .filter((suite) => name === 'TLSv1.2' || !needsTls12(suite))
      .map((suite) => suite.toString(16).padStart(4, '0'))
      .join(' ');
  const dhBits = (behaviour.dhPrime?.length ?? 0) * 8;
  return {
    tls: {
      versions,
      suites: Object.fromEntries(versions.map((name) => [name, spoken(name)])),
      secureRenegotiation: behaviour.renegotiationInfo !== 'never',
      fallbackScsv: true,
      compression: false,
      heartbeat: behaviour.heartbeat !== undefined,
      serverPreference: true,
      ...(dhBits > 0 ? { dhBits } : {}),
    },
  };
}

const flawed = (flaw: Flaw, index: number): Endpoint => ({
  host: `${flaw.name}.lab`,
  address: `192.0.2.${index + 1}`,
  ipv6: false,
  server: 'node',
  ports: [443],
  what: flaw.what,
  certificates: [flaw.fault === undefined ? { key: 'rsa2048' } : { key: 'rsa2048', fault: flaw.fault }],
  loopback: true,
  ...truthOf(flaw),
});

/** TLS servers with one flaw each; their properties are derived from the behaviour. */
export const flawedEndpoints: readonly Endpoint[] = flaws.map(flawed);
