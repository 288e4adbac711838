import type { Zone, ZoneRecord } from '../zone.ts';

const web: ZoneRecord = ['@', 'A', '203.0.113.101'];

/** Zones on BIND, which allows recursion and transfers for everyone and discloses its version. */
export const bindZones: readonly (Zone & { readonly what: string })[] = [
  {
    origin: 'open-recursion.lab',
    what: 'One of two name servers is BIND, open to all: recursion, transfer, version',
    nameServers: ['bind.nic.lab', 'odd1.nic.lab'],
    records: [web],
  },
];
