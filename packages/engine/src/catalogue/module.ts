import type { CategoryKey } from '@perimeter/contract/category';
import type { Check } from './check.ts';
import { checkOrder } from './order.data.ts';

/** One of the 17 audit modules: an ordered list of checks that is one phase of an audit. */
export interface AuditModule {
  /** Folder name; the phase on the wire is phase_<id>. */
  id: string;
  title: string;
  category: CategoryKey;
  checks: readonly Check[];
}

/** Exports of topics: checks, and other names that tests and sibling topics import. */
type Topics = Readonly<Record<string, unknown>>;

const isCheck = (value: unknown): value is Check =>
  typeof value === 'object' && value !== null && 'id' in value && 'evaluate' in value;

/**
 * Declares a module: every check that its topics export, in catalogue order. Throws where the exports and the order
 * list different checks, so that none is dropped unnoticed. A module without checks is not a phase.
 */
export function defineModule({
  topics,
  ...facts
}: Omit<AuditModule, 'checks'> & { topics: readonly Topics[] }): AuditModule {
  const order = checkOrder[facts.id] ?? [];
  const exported = new Map(topics.flatMap((topic) => Object.values(topic).filter(isCheck)).map((one) => [one.id, one]));
  const odd = [...order.filter((id) => !exported.has(id)), ...[...exported.keys()].filter((id) => !order.includes(id))];
  if (odd.length > 0)
    throw new Error(`Module ${facts.id} and catalogue/order.data.ts do not name the same checks: ${odd.join(', ')}`);
  return { ...facts, checks: order.flatMap((id) => exported.get(id) ?? []) };
}

/** The wire name of a module's phase. */
export const phaseName = (module: Pick<AuditModule, 'id'>): string => `phase_${module.id}`;
