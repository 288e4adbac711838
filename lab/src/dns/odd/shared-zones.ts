import { delegatedKeyZones } from '../mail/dkim.data.ts';
import { realisticZones } from '../mail/realistic.data.ts';
import { zoneFaults } from '../zone-faults.data.ts';
import { bindZones } from './bind-zones.data.ts';
import { type OddZone, oddZones } from './zones.data.ts';

const all: readonly OddZone[] = [...realisticZones, ...zoneFaults];
const found = (origin: string): readonly OddZone[] => all.filter((zone) => zone.origin === origin);

/**
 * Zones of the ordinary servers that the second odd server also serves: as another provider, and without signatures.
 */
const sharedZones: readonly OddZone[] = [
  ...found('code-host.lab').map((zone): OddZone => ({ ...zone, odd2: 'other-primary' })),
  ...found('sec-one-server-unsigned.lab'),
];

const keyZones = delegatedKeyZones.map((zone): OddZone => ({ what: 'DKIM keys', ...zone }));

/** All zones of the odd servers. */
export const servedZones: readonly OddZone[] = [...oddZones, ...bindZones, ...sharedZones, ...keyZones];
