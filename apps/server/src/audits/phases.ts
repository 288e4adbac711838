import type { ScanMode } from '@perimeter/contract/report';
import { planPhases } from '@perimeter/engine/runner/plan';

/** The names of an audit's phases in order; there is always at least one. */
export function phasesOf(scanMode: ScanMode): [string, ...string[]] {
  const [first, ...rest] = planPhases(scanMode).map(({ name }) => name);
  if (first === undefined) throw new Error(`No module has checks in ${scanMode} mode`);
  return [first, ...rest];
}

/** A phase as the engine plans it. */
export interface PlannedPhase {
  title: string;
  checks: number;
}

const planned = (scanMode: ScanMode): ReadonlyMap<string, PlannedPhase> =>
  new Map(
    planPhases(scanMode).map(({ name, module, checks }) => [name, { title: module.title, checks: checks.length }]),
  );
const byMode = { standard: planned('standard'), deep: planned('deep') };

/** The titles of a mode's phases and how many checks each has. */
export const plannedPhases = (scanMode: ScanMode): ReadonlyMap<string, PlannedPhase> => byMode[scanMode];
