import type { Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { clean } from '../../components/parts.tsx';
import { SeverityShape } from '../../components/severity.tsx';
import { anchorOf, type ReportView } from './report-view.ts';

type Step = Report['outlook']['steps'][number];

const titles: Readonly<Record<Step['name'], string>> = {
  contain: '1. Critical and high',
  fix: '2. Medium',
  harden: '3. Low',
};

/** Checks of one step that are named; the findings below have them all. */
const maxNamed = 6;

/** Where the score stands now and after each step that has something in it. */
const stationsOf = ({ score, outlook }: Report): { title: string; total: number; grade: string }[] => [
  { title: 'Now', total: score.total, grade: score.grade },
  ...outlook.steps.filter(({ checkIds }) => checkIds.length > 0).map((step) => ({ ...step, title: titles[step.name] })),
];

const height = 150;
const top = 34;
const bottom = 118;

/** The score after each step as a line; the lists below say the same. */
function Chart({ report, width, className }: { report: Report; width: number; className: string }): ReactElement {
  const stations = stationsOf(report);
  const inset = width / 10;
  const x = (index: number): number =>
    stations.length === 1 ? width / 2 : inset + (index * (width - 2 * inset)) / (stations.length - 1);
  const y = (total: number): number => bottom - ((bottom - top) * total) / 100;
  const line = stations.map(({ total }, index) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`).join(' ');
  const words = stations.map(({ title, total, grade }) => `${title}: ${total}, grade ${grade}`).join('; ');
  return (
    <svg className={`plan-chart ${className}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      <line className="grid" x1="0" x2={width} y1={bottom} y2={bottom} />
      <polygon
        className="area"
        points={`${x(0).toFixed(1)},${bottom} ${line} ${x(stations.length - 1).toFixed(1)},${bottom}`}
      />
      <polyline className="line" points={line} />
      {stations.map(({ title, total, grade }, index) => (
        <g key={title}>
          <circle className="dot" cx={x(index)} cy={y(total)} r="4.5" />
          <text className="value" x={x(index)} y={y(total) - 13}>
            {total} {grade}
          </text>
          <text className="when" x={x(index)} y={bottom + 22}>
            {index === 0 ? title : `Step ${index}`}
            {index === 0 || className === 'narrow' ? null : title.replace(/^\d[.]/u, ':')}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Item({ view, checkId }: { view: ReportView; checkId: string }): ReactElement {
  const issue = view.issues.find(({ places }) => places[0].checkId === checkId);
  const gain = issue?.fixed === null || issue === undefined ? 0 : issue.fixed.total - view.report.score.total;
  return (
    <li className={issue?.places[0].severity ?? 'none'}>
      {issue === undefined ? null : <SeverityShape severity={issue.places[0].severity} size={11} />}
      <a href={`#${anchorOf(checkId)}`}>{clean(issue?.places[0].title ?? checkId)}</a>
      {gain > 0 ? <span className="gain">+{gain}</span> : null}
    </li>
  );
}

function StepCard({ view, step, before }: { view: ReportView; step: Step; before: number }): ReactElement {
  const more = step.checkIds.length - maxNamed;
  return (
    <section className="step">
      <header>
        <h3>{titles[step.name]}</h3>
        <span className={`pill ${gradeClass(step.grade)}`}>Grade {step.grade}</span>
        <p className="small quiet">
          From {before} to {step.total} points
        </p>
      </header>
      <ol>
        {step.checkIds.slice(0, maxNamed).map((checkId) => (
          <Item key={checkId} view={view} checkId={checkId} />
        ))}
        {more > 0 ? (
          <li>
            <a href="#findings">and {more} more</a>
          </li>
        ) : null}
      </ol>
    </section>
  );
}

/** What to fix in which order, and where each step leads. */
export function Plan({ view }: { view: ReportView }): ReactElement {
  const { report } = view;
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return <p className="quiet">Nothing to fix was found.</p>;
  const cards = steps.map((step, index) => {
    const before = steps[index - 1]?.total ?? report.score.total;
    return <StepCard key={step.name} view={view} step={step} before={before} />;
  });
  return (
    <>
      <Chart report={report} width={760} className="wide" />
      <Chart report={report} width={340} className="narrow" />
      <div className="steps">{cards}</div>
      <p className="small quiet">
        “+4” is the gain of fixing this issue alone. If a severe finding caps the score, fixing another one may not
        raise it.
      </p>
    </>
  );
}
