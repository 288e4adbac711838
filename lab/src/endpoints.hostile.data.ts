import type { Endpoint } from './endpoint.ts';
import { hostilities } from './servers/hostile/all.ts';
import type { Layer } from './servers/hostile/hostility.ts';

/** Last octets that nothing else of the lab uses. */
const lastOctets = [
  ...Array.from({ length: 75 }, (_, index) => 180 + index),
  ...Array.from({ length: 70 }, (_, index) => 20 + index),
];

const portsOf: Readonly<Record<Layer, readonly number[]>> = { http: [80, 443], tls: [443], smtp: [25] };

/** Servers that mean harm to whoever measures them: one host for each hostile behaviour. */
export const hostileEndpoints: readonly Endpoint[] = Object.entries(hostilities).map(
  ([name, { layer, what }], index) => ({
    host: `hostile-${name}.lab`,
    address: `203.0.113.${lastOctets[index] ?? 0}`,
    ipv6: false,
    server: 'node',
    ports: portsOf[layer],
    what,
    ...(layer === 'smtp' ? {} : { certificates: [{ key: layer === 'tls' ? 'rsa2048' : 'p256' }] }),
    loopback: true,
  }),
);
