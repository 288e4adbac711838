import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noNames } from '../../evidence/names/none.ts';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { defineProbe, type Probe, type ProbeContext } from '../probe.ts';
import { askAhead } from './ask-ahead.ts';
import { baseOf, takeInventory } from './inventory.ts';
import { askRecords } from './records.ts';
import { type NamingEvidence, sightingsIn } from './sightings.ts';
import { walkedNames, walkZone } from './walk.ts';
import { askWeb } from './web.ts';

type Needed = NamingEvidence & Pick<EvidenceByKind, 'zone'>;

/** Names below the domain, where they lead, and whether the targets have an owner. */
export async function probeNames(context: ProbeContext, evidence: Needed): Promise<NamesEvidence> {
  const base = baseOf(context.target);
  if (base === null) return { ...noNames, lookups: await context.lookups() };
  const walk = await walkZone(context, base);
  const found = await takeInventory(context, base, [...sightingsIn(evidence), ...walkedNames(walk)]);
  // A separate share of queries, so that targets are looked up however many names were.
  const last = context.drawing('records');
  const [records, web] = await Promise.all([
    askRecords(last, base, { ...found, zone: evidence.zone }),
    askWeb(last, { ...found, mayAsk: evidence.http.robotsBar !== true }),
  ]);
  return { base, walk, ...found, ...records, ...web, lookups: await context.lookups() };
}

/** Starts its DNS queries with the audit, and continues when the evidence that names further hosts is complete. */
export const namesProbe: Probe<'names'> = {
  ...defineProbe({
    kind: 'names',
    needs: ['dns', 'zone', 'http', 'page', 'certificates', 'mailAuth'],
    run: async (context, evidence) => ({ evidence: await probeNames(context, evidence) }),
  }),
  prepare: askAhead,
};
