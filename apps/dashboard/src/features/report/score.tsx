import type { ReactElement } from 'react';
import { Categories } from './categories.tsx';
import type { ReportView } from './report-view.ts';
import { ScoreNotes } from './score-notes.tsx';
import { Waterfall } from './waterfall.tsx';

/** The score: its categories, how it comes about, and what holds it back. */
export const Score = ({ view }: { view: ReportView }): ReactElement => (
  <>
    <Categories report={view.report} />
    <Waterfall view={view} />
    <ScoreNotes report={view.report} />
  </>
);
