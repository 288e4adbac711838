import type { Report } from '@perimeter/contract/report';
import type { Section } from '@perimeter/contract/section';
import { olderSections } from './older.ts';

/** The sections that HTML and PDF draw: those of the report, or what these forms always drew of reports before schema 1.2. */
export const sectionsOf = (report: Report): readonly Section[] => report.sections ?? olderSections(report);
