import type { KnownName, NamesEvidence } from '../../evidence/names/schema.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { nameCaps } from './caps.data.ts';
import { askChildZones } from './child-zones.ts';
import { askPointers } from './pointers.ts';
import { askReferences } from './references.ts';

/** Facts about the names before their records are queried. */
interface Known {
  zone: ZoneEvidence;
  inventory: readonly KnownName[];
  randoms: NamesEvidence['randoms'];
}

type RecordKey =
  | 'authorisations'
  | 'pointers'
  | 'pointersOpen'
  | 'pointersLeft'
  | 'childZones'
  | 'references'
  | 'referencesLeft';

/** Queries records that refer to foreign hosts, child zones, and the registration of the domains involved. */
export async function askRecords(
  context: ProbeContext,
  base: string,
  { zone, inventory, randoms }: Known,
): Promise<Pick<NamesEvidence, RecordKey>> {
  const caps = nameCaps[context.target.scanMode];
  const [found, childZones] = await Promise.all([
    askPointers(context, base, { inventory, randoms, most: caps.recordNames }),
    askChildZones(context, zone, { inventory, most: caps.childZones }),
  ]);
  const referring = { inventory, pointers: found.pointers, childZones };
  return { ...found, childZones, ...(await askReferences(context, referring, caps.references)) };
}
