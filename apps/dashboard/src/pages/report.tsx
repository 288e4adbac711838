import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Mark } from '../components/dial.tsx';
import { clean, Link, Part, Time } from '../components/parts.tsx';
import { Band } from '../features/report/band.tsx';
import { Categories } from '../features/report/categories.tsx';
import { Coverage } from '../features/report/coverage.tsx';
import { Findings } from '../features/report/findings.tsx';
import { Observations } from '../features/report/observations.tsx';
import { Plan } from '../features/report/plan.tsx';
import { type ReportView, viewOf } from '../features/report/report-view.ts';
import { ScoreNotes } from '../features/report/score-notes.tsx';
import { Sections } from '../features/report/sections.tsx';
import { Waterfall } from '../features/report/waterfall.tsx';
import type { ReportProps } from '../lib/props.ts';

const parts = (view: ReportView): readonly (readonly [id: string, title: string, count?: number])[] => [
  ['score', 'Score'],
  ['plan', 'Plan'],
  ['findings', 'Findings', view.issues.length],
  ...(view.report.observations.length === 0 ? [] : [['observations', 'Observations'] as const]),
  ['seen', 'Collected data'],
  ['coverage', 'Coverage'],
  ['about', 'This report'],
];

const SectionBar = ({ view }: { view: ReportView }): ReactElement => {
  const { domain, score } = view.report;
  return (
    <nav className="sections" aria-label="Parts of the report">
      <div className="wrap">
        <section-spy>
          <ul>
            {parts(view).map(([id, title, count]) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {title}
                  {count === undefined ? null : <span className="count"> {count}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section-spy>
        <span className="mini" aria-hidden="true">
          <b>{clean(domain, 253)}</b>
          <Mark value={score.total} text={score.grade} grade={score.grade} label={`Grade ${score.grade}`} />
          <span className="serif">{score.total}</span>
        </span>
      </div>
    </nav>
  );
};

const About = ({ report, digest }: Pick<ReportProps, 'report' | 'digest'>): ReactElement => (
  <>
    <dl className="facts wide">
      <div>
        <dt>Audit</dt>
        <dd className="mono">{report.id}</dd>
      </div>
      <div>
        <dt>Measured</dt>
        <dd>
          <Time at={report.startedAt} />, {report.scanMode} mode
        </dd>
      </div>
      <div>
        <dt>Evaluated by</dt>
        <dd>
          engine {report.engineVersion}, scoring policy {report.score.policyVersion}, report schema{' '}
          {report.schemaVersion}
        </dd>
      </div>
      <div>
        <dt>SHA-256 of the canonical report</dt>
        <dd className="mono">{digest}</dd>
      </div>
    </dl>
    <p className="small">
      <Link to="/verify">Verify a PDF or JSON report</Link> of this service: any changed byte is detected.
    </p>
  </>
);

/** The report of a completed audit. */
export function ReportPage({ report, digest, isPrivate, filter }: ReportProps): ReactElement {
  const view = viewOf(report);
  const { domain, score } = report;
  return (
    <Document title={`${clean(domain, 253)}: ${score.grade}, ${score.total} of 100`}>
      <Band view={view} isPrivate={isPrivate} />
      <SectionBar view={view} />
      <div className="wrap">
        <Part
          id="score"
          title="Score"
          about="Four categories make the score. What could not be assessed has no number."
        >
          <Categories report={report} />
          <Waterfall view={view} />
          <ScoreNotes score={score} />
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
          title="Findings"
          about="Most severe first, grouped by issue. The bar shows the points an issue takes, the number is its CVSS 4.0 score."
        >
          <Findings view={view} filter={filter} />
        </Part>
        {report.observations.length === 0 ? null : (
          <Part id="observations" title="Observations" about="Facts that are not issues and take no points.">
            <Observations report={report} />
          </Part>
        )}
        <Part id="seen" title="Collected data" about="What the checks were evaluated from.">
          <Sections report={report} />
        </Part>
        <Part id="coverage" title="Coverage" about="What was checked, and what was not tested.">
          <Coverage report={report} />
        </Part>
        <Part id="about" title="This report" about="How to cite it and how to prove that it is unchanged.">
          <About report={report} digest={digest} />
        </Part>
      </div>
    </Document>
  );
}
