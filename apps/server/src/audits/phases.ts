import type { ScanMode } from '@perimeter/contract/report';
import { planPhases } from '@perimeter/engine/runner/plan';

/** The names of an audit's phases in order; there is always at least one. */
export function phasesOf(scanMode: ScanMode): [string, ...string[]] {
  const [first, ...rest] = planPhases(scanMode).map(({ name }) => name);
  if (first === undefined) throw new Error(`No module has checks in ${scanMode} mode`);
  return [first, ...rest];
}
