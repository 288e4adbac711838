import type { ScanMode } from '@perimeter/contract/report';
import type { Check } from '../catalogue/check.ts';
import { type AuditModule, phaseName } from '../catalogue/module.ts';
import type { EvidenceKind } from '../evidence/evidence.ts';
import { modules } from '../modules/registry.ts';

/** One module's part of an audit: its checks for the mode. */
export interface Phase {
  name: string;
  module: AuditModule;
  checks: readonly Check[];
  /** Evidence that any of its checks declares. */
  needs: readonly EvidenceKind[];
}

const isAsked = (check: Check, scanMode: ScanMode): boolean => scanMode === 'deep' || check.mode === 'standard';

/** The phases of an audit in order: modules with checks for the mode. */
export function planPhases(scanMode: ScanMode): readonly Phase[] {
  return modules
    .map((module) => {
      const checks = module.checks.filter((check) => isAsked(check, scanMode));
      return { name: phaseName(module), module, checks, needs: [...new Set(checks.flatMap(({ needs }) => needs))] };
    })
    .filter(({ checks }) => checks.length > 0);
}
