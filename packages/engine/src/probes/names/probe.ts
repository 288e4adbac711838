import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import type { NameSighting } from '@perimeter/protocols/names/inventory';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noNames } from '../../evidence/names/example.ts';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { defineProbe, type Probe, type ProbeContext } from '../probe.ts';
import { nameCaps } from './caps.data.ts';
import { askAhead } from './ask-ahead.ts';
import { baseOf, takeInventory } from './inventory.ts';
import { askRecords } from './records.ts';
import { type NamingEvidence, policyHosts, sightingsIn } from './sightings.ts';
import { walkZone } from './walk.ts';
import { askWeb } from './web.ts';

type Needed = NamingEvidence & Pick<EvidenceByKind, 'zone'>;

/** Names along the NSEC chain, as sightings. */
const walked = (walk: NamesEvidence['walk']): NameSighting[] =>
  walk.known ? walk.value.names.map((name): NameSighting => ({ name, source: 'nsec' })) : [];

/** Names below the domain, where they lead, and whether that is somebody's. */
export async function probeNames(context: ProbeContext, evidence: Needed): Promise<NamesEvidence> {
  const list = context.settings.takeovers ?? shippedTakeovers;
  const takeoverList = { name: list.name, date: list.date };
  const base = baseOf(context.target);
  if (base === null) return { ...noNames, takeoverList, lookups: await context.lookups() };
  const caps = nameCaps[context.target.scanMode];
  const walk = await walkZone(context, base, caps.walk);
  const sightings = [...sightingsIn(evidence), ...walked(walk)];
  const found = await takeInventory(context, base, { sightings, caps });
  const deepHosts = context.target.scanMode === 'deep' ? policyHosts(evidence) : [];
  const [records, web] = await Promise.all([
    askRecords(context, base, { zone: evidence.zone, ...found, policyHosts: deepHosts, caps }),
    askWeb(context, { ...found, list, caps, mayAsk: evidence.http.robotsBar !== true }),
  ]);
  return { base, takeoverList, walk, ...found, ...records, ...web, lookups: await context.lookups() };
}

/** Starts its questions to DNS with the audit, and goes on when the evidence is there that names further hosts. */
export const namesProbe: Probe<'names'> = {
  ...defineProbe({
    kind: 'names',
    needs: ['dns', 'zone', 'http', 'page', 'certificates', 'mailAuth'],
    run: async (context, evidence) => ({ evidence: await probeNames(context, evidence) }),
  }),
  prepare: askAhead,
};
