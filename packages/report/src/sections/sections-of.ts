import type { Report } from '@perimeter/contract/report';
import type { Section } from '@perimeter/contract/section';
import { olderSections } from './older.ts';

/** The sections for HTML and PDF: the report's, or derived ones before schema 1.2. */
export const sectionsOf = (report: Report): readonly Section[] => report.sections ?? olderSections(report);
