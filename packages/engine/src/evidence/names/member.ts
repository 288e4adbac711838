import type { NetworkSection } from '@perimeter/contract/observed/network';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import type { KnownName, NamesEvidence } from './schema.ts';
import { isInRefusedRange } from '../refused-address.ts';
import { isFree } from '../registration.ts';
import { takeoverState } from './takeover.ts';

type Member = NetworkSection['names'][number];

/** The longest name among those that are listed, above a name. */
function parentOf({ name }: KnownName, { base, inventory }: NamesEvidence): string | null {
  const above = inventory.filter((one) => one.name !== name && one.name !== base && isAtOrBelow(name, one.name));
  return above.toSorted((a, b) => b.name.length - a.name.length)[0]?.name ?? null;
}

/** What the facts about a name come to. */
function verdictOf(known: KnownName, { services, references }: NamesEvidence): string {
  const service = services.find(({ name }) => name === known.name);
  const state = service === undefined ? null : takeoverState(service);
  if (state !== null && state !== 'missing') return state;
  const isUse = ({ kind, name }: { kind: string; name: string }): boolean => kind === 'cname' && name === known.name;
  const free = references.some(({ registration, usedBy }) => isFree(registration) && usedBy.some(isUse));
  if (free) return 'unregistered';
  if (known.status === 'unknown') return 'open';
  if (known.status === 'missing') return known.aliases.length > 0 ? 'dangling' : 'none';
  return known.addresses.some(isInRefusedRange) ? 'private' : 'none';
}

const nameMember = (known: KnownName, names: NamesEvidence): Member => ({
  name: known.name,
  parent: parentOf(known, names),
  status: known.status,
  sources: known.sources,
  target: known.aliases.at(-1) ?? null,
  service: names.services.find(({ name }) => name === known.name)?.service ?? null,
  verdict: verdictOf(known, names),
});

/** The report's view of names below the domain, and of the domains that all records refer to; null where no names were looked for. */
export function networkMember(names: NamesEvidence, references: NetworkSection['references']): NetworkSection | null {
  if (names.base === null) return null;
  return {
    names: names.inventory.map((known) => nameMember(known, names)),
    namesLeft: names.notKept,
    references,
  };
}
