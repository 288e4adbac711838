import { digLines, recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, notApplicable, openBy, type Plain, type Why, whyAs } from '../../../catalogue/outcome.ts';
import { reasonTexts } from '../../../evidence/dnssec/reason-texts.data.ts';
import type { DnssecEvidence, ZoneFacts } from '../../../evidence/dnssec/schema.ts';
import { onePlace, type Subject } from '../../../catalogue/check-of.ts';
import { securityCauses } from '../../../evidence/causes/security-causes.data.ts';

/** The zone that holds the target, and other DNSSEC evidence. */
export interface SignedZone {
  dnssec: DnssecEvidence;
  zone: ZoneFacts;
  ds: NonNullable<ZoneFacts['ds']>;
  keys: NonNullable<ZoneFacts['keys']>;
  /** Start of the audit, the reference time for signatures. */
  nowSeconds: number;
}

/** Precondition of a check: DS or keys; keys; DS; or a chain that validators follow. */
type Needed = 'zone' | 'keys' | 'ds' | 'chain';

/** Reasons for which validators treat a zone as unsigned. */
const untrusted: ReadonlySet<string> = new Set(['no-ds', 'opt-out', 'unsupported-algorithm', 'unsupported-digest']);

const zoneWhy = ({ name, reason }: Pick<ZoneFacts, 'name' | 'reason'>): Why =>
  whyAs(securityCauses[reason], 'zone-not-judged', { zone: name, reason: reasonTexts[reason] });

/** A parent zone decides, so the target's own zone does not matter. */
function fromAbove({ dnssec }: SignedZone): Plain | null {
  const above = dnssec.zones.slice(0, -1).find(({ security }) => security !== 'secure');
  if (above === undefined) return null;
  const why = zoneWhy(above);
  return above.security === 'insecure' ? notApplicable(`No chain of trust (${why.reason})`) : inconclusive(why);
}

function gapOf(needed: Needed, signed: SignedZone): Plain | null {
  const { zone, ds, keys } = signed;
  if (ds.length === 0 && keys.length === 0)
    return needed === 'zone' ? null : notApplicable(`${zone.name} is not signed`);
  if (needed === 'zone') return null;
  if (needed === 'keys') return keys.length === 0 ? notApplicable(`${zone.name} has no DNSKEY records`) : null;
  if (ds.length === 0) return notApplicable(`${zone.name} has no DS records in its parent zone`);
  if (needed === 'ds') return null;
  const above = fromAbove(signed);
  if (above !== null) return above;
  if (untrusted.has(zone.reason)) return notApplicable(`Validators treat ${zone.name} as unsigned`);
  return zone.security === 'indeterminate' ? inconclusive(zoneWhy(zone)) : null;
}

/** Shows a failure of the zone with and without validation: `+multiline` prints key tags. */
const commandFor = ({ name }: ZoneFacts, types: readonly string[]): string | null =>
  digLines(...types.map((type) => [type, name, '+cd', ...(type === 'DNSKEY' ? ['+multiline'] : [])] as const));

/** The zone of the target if the precondition holds; shownBy: record types that show a failure at the apex. */
export const signedZone = (
  needed: Needed,
  shownBy: readonly [string, ...string[]] = ['DNSKEY'],
): Subject<'dnssec' | 'target', SignedZone> => ({
  needs: ['dnssec', 'target'],
  select: ({ dnssec, target }) => {
    const zone = dnssec.zones.at(-1);
    if (zone === undefined || zone.name !== dnssec.apex) return openBy('zone-not-found');
    const { ds, keys } = zone;
    if (ds === null || keys === null) return openBy('keys-not-looked-up', { zone: zone.name });
    if (zone.reason === 'stripped') return openBy('records-removed');
    const signed = { dnssec, zone, ds, keys, nowSeconds: Math.floor(target.startedAtMs / 1_000) };
    return gapOf(needed, signed) ?? onePlace(signed, recordsAt(zone.name, shownBy[0]), commandFor(zone, shownBy));
  },
});
