import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Part } from '../components/parts.tsx';
import { About } from '../features/report/about.tsx';
import { AcceptedRisks, AcceptForm } from '../features/report/accepted/accepted-risks.tsx';
import { AnswersPart } from '../features/report/answers/answers.tsx';
import { Band } from '../features/report/band.tsx';
import { Coverage } from '../features/report/coverage.tsx';
import { Findings } from '../features/report/findings.tsx';
import { Observations } from '../features/report/observations.tsx';
import { Plan } from '../features/report/plan.tsx';
import { type ReportView, viewOf } from '../features/report/report-view.ts';
import { Score } from '../features/report/score.tsx';
import { SectionBar } from '../features/report/section-bar.tsx';
import { Sections } from '../features/report/sections.tsx';
import type { ReportProps } from '../lib/props.ts';
import { isAudit } from '../lib/sample.ts';

/** The risks that the reader's account accepted, where there are any. */
const AcceptedPart = ({ view }: { view: ReportView }): ReactElement | null =>
  view.accepted === null || view.accepted.waivers.length === 0 ? null : (
    <Part
      id="accepted"
      title="Accepted risks"
      about="Waivers of your account for this domain. They never change the score; nobody else sees them."
    >
      <AcceptedRisks view={view} accepted={view.accepted} />
    </Part>
  );

/** The report of a completed audit. */
export function ReportPage({
  report,
  digest,
  filter,
  accepted,
  shared,
  answers,
  ...reader
}: ReportProps): ReactElement {
  const view = viewOf(report, { accepted, shared, answers });
  const { domain, score } = report;
  return (
    <Document title={`${clean(domain, 253)}: ${score.grade}, ${score.total} of 100`}>
      <Band view={view} {...reader} />
      <SectionBar view={view} />
      <div className="wrap">
        <Part
          id="score"
          title="Score"
          about="Four categories make the score. What could not be assessed has no number."
        >
          <Score view={view} />
        </Part>
        <Part
          id="plan"
          title="Plan"
          about="Score after fixes, computed by the scoring policy from this report; each step builds on the one before."
        >
          <Plan view={view} />
        </Part>
        <Part
          id="findings"
          title="Issues"
          about="Failed checks, most severe first; each place where one failed is a finding. The bar shows the points an issue takes, the number is its CVSS 4.0 score."
        >
          <Findings view={view} filter={filter} />
        </Part>
        <AcceptedPart view={view} />
        <AnswersPart view={view} />
        {report.observations.length === 0 ? null : (
          <Part id="observations" title="Observations" about="Facts that are not issues and take no points.">
            <Observations report={report} />
          </Part>
        )}
        {shared?.isRedacted === true ? null : (
          <Part id="seen" title="Collected data" about="What the checks were evaluated from.">
            <Sections report={report} />
          </Part>
        )}
        <Part id="coverage" title="Coverage" about="What was checked, and what was not tested.">
          <Coverage report={report} />
        </Part>
        <Part id="about" title="This report" about="How to cite it and how to prove that it is unchanged.">
          <About report={report} digest={digest} />
        </Part>
        {accepted !== null && isAudit(report.id) ? <AcceptForm domain={report.domain} /> : null}
      </div>
    </Document>
  );
}
