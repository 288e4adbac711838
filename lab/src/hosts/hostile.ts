import type { Endpoint } from './endpoint.ts';
import { hostilities } from '../hostile/all.ts';
import type { Layer } from '../hostile/hostility.ts';

const range = (network: string, first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${network}.${first + index}`);

/** Addresses that nothing else of the lab uses. */
const freeAddresses = [...range('203.0.113', 180, 254), ...range('203.0.113', 20, 28), ...range('192.0.2', 217, 254)];

const portsOf: Readonly<Record<Layer, readonly number[]>> = { http: [80, 443], tls: [443], smtp: [25] };

/** Servers that attack scanners: one host per hostile behaviour. */
export const hostileEndpoints: readonly Endpoint[] = Object.entries(hostilities).map(
  ([name, { layer, what }], index) => ({
    host: `hostile-${name}.lab`,
    address: freeAddresses[index] ?? '',
    ipv6: false,
    server: 'node',
    ports: portsOf[layer],
    what,
    certificates: [{ key: layer === 'http' ? 'p256' : 'rsa2048' }],
    loopback: true,
  }),
);
