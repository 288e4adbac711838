import type { Report } from '@perimeter/contract/report';
import { fixesNote, stepTitles } from '@perimeter/report/verdict/fix-first';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { clean } from '../../components/parts.tsx';
import { SeverityShape } from '../../components/severity.tsx';
import { useFrame } from '../../lib/frame.ts';
import {
  areaPoints,
  linePoints,
  planBottom,
  planHeight,
  planWords,
  planX,
  planY,
  type Station,
} from '../../lib/plan-line.ts';
import { isAudit } from '../../lib/sample.ts';
import { anchorOf, type ReportView } from './report-view.ts';

type Step = Report['outlook']['steps'][number];

const titles: Readonly<Record<Step['name'], string>> = {
  contain: `1. ${stepTitles.contain}`,
  fix: `2. ${stepTitles.fix}`,
  harden: `3. ${stepTitles.harden}`,
};

/** Checks of one step that are named before somebody asks for the others. */
const maxNamed = 6;

/** Where the score stands now and after each step that has something in it. */
const stationsOf = ({ score, outlook }: Report): Station[] => [
  { title: 'Now', total: score.total, grade: score.grade },
  ...outlook.steps.filter(({ checkIds }) => checkIds.length > 0).map((step) => ({ ...step, title: titles[step.name] })),
];

/** The score after each step as a line; the lists below say the same. */
function Chart({ report, width, className }: { report: Report; width: number; className: string }): ReactElement {
  const stations = stationsOf(report);
  const totals = stations.map(({ total }) => total);
  const line = linePoints(totals, width);
  return (
    <svg
      className={`plan-chart ${className}`}
      viewBox={`0 0 ${width} ${planHeight}`}
      role="img"
      aria-label={planWords(stations)}
    >
      <line className="grid" x1="0" x2={width} y1={planBottom} y2={planBottom} />
      <polyline className="planned" points={line} />
      <polygon className="area" points={areaPoints(totals, width)} />
      <polyline className="line" points={line} />
      {stations.map(({ title, total, grade }, index) => {
        const x = planX(index, stations.length, width);
        return (
          <g key={title} data-title={title} data-total={total} data-grade={grade}>
            <circle className="dot" cx={x} cy={planY(total)} r="4.5" />
            <text className="value" x={x} y={planY(total) - 13}>
              {total} {grade}
            </text>
            <text className="when" x={x} y={planBottom + 22}>
              {index === 0 ? title : `Step ${index}`}
              {index === 0 || className === 'narrow' ? null : title.replace(/^\d[.]/u, ':')}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Item({ view, checkId }: { view: ReportView; checkId: string }): ReactElement {
  const issue = view.issues.find(({ places }) => places[0].checkId === checkId);
  return (
    <li className={issue?.places[0].severity ?? 'none'} data-check={checkId}>
      {issue === undefined ? null : <SeverityShape severity={issue.places[0].severity} size={11} />}
      <a href={`#${anchorOf(checkId)}`}>{clean(issue?.places[0].title ?? checkId)}</a>
      {issue === undefined || issue.fixed === null ? null : (
        <span className="gain">{`${issue.fixed.total}${issue.isOutage ? ', due today' : ''}`}</span>
      )}
    </li>
  );
}

function StepCard({ view, step, before }: { view: ReportView; step: Step; before: number }): ReactElement {
  const items = step.checkIds.map((checkId) => <Item key={checkId} view={view} checkId={checkId} />);
  // One more takes no more space than to say so.
  const named = items.length === maxNamed + 1 ? items.length : maxNamed;
  return (
    <section className="step" data-step={step.name}>
      <header>
        <h3>{titles[step.name]}</h3>
        <span className={`pill ${gradeClass(step.grade)}`}>Grade {step.grade}</span>
        <p className="small quiet" data-points="">
          From {before} to {step.total} points
        </p>
      </header>
      <ol>{items.slice(0, named)}</ol>
      {items.length > named ? (
        <details>
          <summary className="small">{items.length - named} more</summary>
          <ol>{items.slice(named)}</ol>
        </details>
      ) : null}
    </section>
  );
}

/** What a choice of fixes leads to; shown where script can ask for it. */
const Choices = (): ReactElement => (
  <div className="what-if row" hidden>
    <p role="status">Clear a fix to see the score without it</p>
    <span className="push row">
      <button className="button tiny" type="button" data-choose="all">
        All fixes
      </button>
      <button className="button tiny" type="button" data-choose="none">
        No fixes
      </button>
    </span>
  </div>
);

/** What to fix in which order, and where each step leads. */
export function Plan({ view }: { view: ReportView }): ReactElement {
  const { report } = view;
  const { policyVersion } = useFrame();
  // Scores of two policies cannot be compared; the sample and what a link shows are no audits to ask about.
  const audit = report.score.policyVersion === policyVersion && isAudit(report.id) ? report.id : undefined;
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return <p className="quiet">Nothing to fix was found.</p>;
  const cards = steps.map((step, index) => {
    const before = steps[index - 1]?.total ?? report.score.total;
    return <StepCard key={step.name} view={view} step={step} before={before} />;
  });
  return (
    <what-if data-audit={audit}>
      <Chart report={report} width={760} className="wide" />
      <Chart report={report} width={340} className="narrow" />
      {audit === undefined ? null : <Choices />}
      <div className="steps">{cards}</div>
      <p className="small quiet">{fixesNote}</p>
    </what-if>
  );
}
