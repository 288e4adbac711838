import type { Section } from '@perimeter/contract/section';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { evidenceSections, type SectionBuilder } from '../evidence/sections.ts';
import type { OnBug } from './evaluate.ts';

/** The non-empty sections in order. If a section throws, only that section is missing. */
export function sectionsOf(
  evidence: AuditEvidence,
  onBug: OnBug,
  builders: Readonly<Record<string, SectionBuilder>> = evidenceSections,
): Section[] {
  return Object.entries(builders).flatMap(([kind, build]) => {
    try {
      const section = build(evidence);
      return section === null || section.tables.length + section.figures.length === 0 ? [] : [section];
    } catch (error) {
      onBug(`section ${kind}`, error);
      return [];
    }
  });
}
