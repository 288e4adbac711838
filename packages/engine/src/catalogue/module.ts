import type { CategoryKey } from '@perimeter/contract/category';
import type { Check } from './check.ts';

/** One of the 17 audit modules: an ordered list of checks that is one phase of an audit. */
export interface AuditModule {
  /** Folder name; the phase on the wire is phase_<id>. */
  id: string;
  title: string;
  category: CategoryKey;
  checks: readonly Check[];
}

/** Declares a module; a module without checks is not a phase. */
export const defineModule = (module: AuditModule): AuditModule => module;

/** The wire name of a module's phase. */
export const phaseName = (module: Pick<AuditModule, 'id'>): string => `phase_${module.id}`;
