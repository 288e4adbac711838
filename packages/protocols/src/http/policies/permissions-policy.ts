import { combinedValue, type HeaderLines, headerValues } from '../headers/header-list.ts';
import { parseStructuredDictionary, type StructuredItem } from '../headers/structured-dictionary.ts';

/** Who may use a feature: every origin, the document's own, and those named. */
export interface Allowlist {
  everyone: boolean;
  self: boolean;
  origins: readonly string[];
}

/** A header that is absent, one that browsers drop whole, or the features that it rules. */
export type PermissionsPolicy =
  | { state: 'absent' }
  | { state: 'invalid'; problem: string }
  | { state: 'valid'; features: ReadonlyMap<string, Allowlist>; problems: readonly string[] };

const isWord = (item: StructuredItem, word: string): boolean => item.kind === 'token' && item.value === word;

const allowlistOf = (items: readonly StructuredItem[]): Allowlist => ({
  everyone: items.some((item) => isWord(item, '*')),
  self: items.some((item) => isWord(item, 'self')),
  origins: items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])),
});

const isUnderstood = (item: StructuredItem): boolean =>
  item.kind === 'string' || isWord(item, '*') || isWord(item, 'self') || isWord(item, 'src');

/** Reads Permissions-Policy (section 5.2, structured header serialization): items that cannot be in an allow-list are skipped. */
export function parsePermissionsPolicy(lines: HeaderLines): PermissionsPolicy {
  const text = combinedValue(lines, 'Permissions-Policy');
  if (text === null) return { state: 'absent' };
  const dictionary = parseStructuredDictionary(text);
  if (!dictionary.ok) return { state: 'invalid', problem: dictionary.problem };
  const members = [...dictionary.members];
  return {
    state: 'valid',
    features: new Map(members.map(([feature, items]) => [feature, allowlistOf(items)])),
    problems: members
      .filter(([, items]) => !items.every(isUnderstood))
      .map(([feature]) => `${feature} lists something other than *, self, src or a quoted origin`),
  };
}

/** Lines of Permissions-Policy merge; they conflict where they rule one feature differently, and then the last counts. */
export function contradictedFeatures(lines: HeaderLines): string[] {
  const rulings = new Map<string, Set<string>>();
  for (const value of headerValues(lines, 'Permissions-Policy')) {
    const policy = parsePermissionsPolicy([['Permissions-Policy', value]]);
    if (policy.state !== 'valid') continue;
    for (const [feature, allowlist] of policy.features) {
      rulings.set(feature, (rulings.get(feature) ?? new Set()).add(JSON.stringify(allowlist)));
    }
  }
  return [...rulings].filter(([, allowlists]) => allowlists.size > 1).map(([feature]) => feature);
}
