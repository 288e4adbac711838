import type { Scene, SceneNode, Tone } from '@perimeter/contract/section';
import type { KnownName, NamesEvidence } from './schema.ts';
import { isInRefusedRange } from '../refused-address.ts';
import { isFree } from '../registration.ts';
import { takeoverState } from './takeover.ts';

/** Names that the figure shows at most. */
const mostShown = 40;

/** The state of a name in words, and how good it is. */
export interface NameState {
  text: string;
  tone: Tone;
}

/** The state of a name: that of its service where it leads into one, else what DNS has under it. */
export function nameState({ services, references }: NamesEvidence, known: KnownName): NameState {
  const service = services.find(({ name }) => name === known.name);
  const state = service === undefined ? null : takeoverState(service);
  if (state === 'claimable') return { text: 'can be taken over', tone: 'bad' };
  if (state === 'conditional') return { text: 'unclaimed', tone: 'bad' };
  const free = references.some(
    ({ registration, usedBy }) =>
      isFree(registration) && usedBy.some(({ kind, name }) => kind === 'cname' && name === known.name),
  );
  if (free) return { text: 'leads to an unregistered domain', tone: 'bad' };
  if (known.status === 'missing')
    return known.aliases.length > 0
      ? { text: 'dangling alias', tone: 'fair' }
      : { text: 'does not exist', tone: 'neutral' };
  if (known.status === 'unknown') return { text: 'no answer', tone: 'neutral' };
  if (known.addresses.some(isInRefusedRange)) return { text: 'private address', tone: 'fair' };
  return known.status === 'exists' ? { text: 'live', tone: 'good' } : { text: 'no address', tone: 'neutral' };
}

/** Names beside each other are few; more stand around the domain, in rings by their state. */
const mostInRows = 6;
const rings: Readonly<Record<Tone, string>> = {
  bad: 'can be taken',
  fair: 'dangling or private',
  good: 'live',
  neutral: 'other',
};

/** Names with something to fix come first. */
const rank: Readonly<Record<Tone, number>> = { bad: 0, fair: 1, good: 2, neutral: 3 };

/** The nearest name above another among those that are shown. */
function parentOf(name: string, shown: ReadonlySet<string>, base: string): string {
  for (let above = name; above !== base;) {
    above = above.slice(above.indexOf('.') + 1);
    if (above === base || !above.includes('.')) return base;
    if (shown.has(above)) return above;
  }
  return base;
}

/** The names below a domain as a tree, with the ends of their aliases; null: there are none. */
export function nameTree(names: NamesEvidence): Scene | null {
  const { base, inventory } = names;
  if (base === null) return null;
  const rated = inventory
    .filter(({ name, status, aliases }) => name !== base && (status !== 'missing' || aliases.length > 0))
    .map((known) => ({ known, state: nameState(names, known) }))
    .toSorted((a, b) => rank[a.state.tone] - rank[b.state.tone] || (a.known.name < b.known.name ? -1 : 1))
    // A wildcard whose answers differ has several entries.
    .filter(({ known }, at, all) => all.findIndex((one) => one.known.name === known.name) === at)
    .slice(0, mostShown);
  if (rated.length === 0) return null;
  const isAround = rated.length > mostInRows;
  const shown = new Set(rated.map(({ known }) => known.name));
  const nodes = rated.map(({ known: { name, aliases }, state: { text, tone } }): SceneNode => {
    const end = aliases.at(-1);
    return {
      id: name,
      label: name.slice(0, -(base.length + 1)),
      details: [text, ...(end === undefined ? [] : [`→ ${end}`])],
      tone,
      ...(isAround ? { ring: rings[tone] } : {}),
    };
  });
  return {
    nodes: [{ id: base, label: base, details: [], tone: 'neutral' }, ...nodes],
    ...(isAround ? { layout: 'around' as const } : {}),
    edges: nodes.map(({ id, tone }) => ({ from: parentOf(id, shown, base), to: id, label: null, tone })),
  };
}
