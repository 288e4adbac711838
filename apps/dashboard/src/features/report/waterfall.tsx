import type { Severity } from '@perimeter/contract/finding';
import { gradeBands } from '@perimeter/contract/grade';
import type { Report } from '@perimeter/contract/report';
import type { Deduction } from '@perimeter/contract/score';
import type { ReactElement, ReactNode } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { clean } from '../../components/parts.tsx';
import { SeverityShape } from '../../components/severity.tsx';
import { counted, points } from '../../lib/format.ts';
import { anchorOf, type ReportView } from './report-view.ts';

/** Smaller deductions are shown as one. */
const leastMilliPoints = 1_000;
const whole = 100_000;
const bands = gradeBands.toReversed();
const bounds = [...bands.map(({ from }) => from), 100];

const signed = (milliPoints: number): string =>
  milliPoints === 0 ? '0.000' : `${milliPoints > 0 ? '−' : '+'}${points(Math.abs(milliPoints))}`;

const Plot = ({ tone, children }: { tone: string; children: ReactNode }): ReactElement => (
  <svg className={`plot ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    {bounds.map((bound) => (
      <line key={bound} x1={bound} x2={bound} y1="-1" y2="11" />
    ))}
    {children}
  </svg>
);

interface Step {
  key: string;
  name: ReactNode;
  tone: Severity | 'none';
  href: string | null;
  milliPoints: number;
}

/** One deduction as a bar from where the one before ended. */
function StepRow({ step, before }: { step: Step; before: number }): ReactElement {
  const after = before - step.milliPoints;
  const [left, right] = [Math.min(before, after) / 1_000, Math.max(before, after) / 1_000];
  const name = (
    <>
      {step.tone === 'none' ? null : <SeverityShape severity={step.tone} size={11} />}
      <span>{step.name}</span>
    </>
  );
  return (
    <li>
      {step.href === null ? (
        <span className="name">{name}</span>
      ) : (
        <a href={step.href} className={`name ${step.tone}`}>
          {name}
        </a>
      )}
      <Plot tone={step.tone}>
        <line className="link" x1={before / 1_000} x2={before / 1_000} y1="-2" y2="3" />
        <rect className="drop" x={left} width={Math.max(0.25, right - left)} y="2.6" height="4.8" />
      </Plot>
      <span className="num value">{signed(step.milliPoints)}</span>
    </li>
  );
}

/** The steps from 100 to the score: large ones by name, small ones together, then what the policy itself takes. */
function stepsOf({ report, issues }: ReportView): { steps: Step[]; small: Deduction[] } {
  const severityOf = (checkId: string): Severity | 'none' =>
    issues.find(({ places }) => places[0].checkId === checkId)?.places[0].severity ?? 'none';
  const sorted = report.score.deductions.toSorted((a, b) => b.milliPoints - a.milliPoints);
  const checks = sorted.filter(({ kind }) => kind === 'check');
  const small = checks.filter(({ milliPoints }) => milliPoints < leastMilliPoints);
  const smallSum = small.reduce((sum, { milliPoints }) => sum + milliPoints, 0);
  const step = ({ source, title, milliPoints, kind }: Deduction, index: number): Step => {
    const tone = kind === 'check' ? severityOf(source) : 'none';
    const href = tone === 'none' ? null : `#${anchorOf(source)}`;
    return { key: `${kind} ${source} ${index}`, name: clean(title), tone, href, milliPoints };
  };
  const steps = [
    ...checks.filter(({ milliPoints }) => milliPoints >= leastMilliPoints).map(step),
    ...(small.length === 0
      ? []
      : [
          {
            key: 'small',
            name: counted(small.length, 'smaller deduction'),
            tone: 'none' as const,
            href: '#smaller',
            milliPoints: smallSum,
          },
        ]),
    ...sorted.filter(({ kind }) => kind !== 'check').map(step),
  ];
  return { steps, small };
}

const Smaller = ({ small }: { small: readonly Deduction[] }): ReactElement | null =>
  small.length === 0 ? null : (
    <details className="more" id="smaller">
      <summary>{counted(small.length, 'smaller deduction')}, one by one</summary>
      <table className="table">
        <caption className="hidden-visually">Smaller deductions</caption>
        <tbody>
          {small.map(({ source, title, milliPoints }) => (
            <tr key={source}>
              <th scope="row">{clean(title)}</th>
              <td className="end num">{signed(milliPoints)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );

/** How the score comes about: from 100 points down, each deduction in its place. */
export function Waterfall({ view }: { view: ReportView }): ReactElement {
  const { score }: Report = view.report;
  const { steps, small } = stepsOf(view);
  const sum = score.deductions.reduce((total, { milliPoints }) => total + milliPoints, 0);
  const levelAt = (index: number): number =>
    steps.slice(0, index).reduce((level, { milliPoints }) => level - milliPoints, whole);
  const rows = steps.map((step, index) => <StepRow key={step.key} step={step} before={levelAt(index)} />);
  return (
    <>
      <ol className="fall" aria-label={`From 100 points to ${score.total}`}>
        <li className="head" aria-hidden="true">
          <span />
          <span className="scale">
            {bands.map(({ grade }) => (
              <span key={grade}>{grade}</span>
            ))}
          </span>
          <span />
        </li>
        <li className="sum">
          <span>Starting score</span>
          <Plot tone="">
            <rect className="whole" width="100" y="2.6" height="4.8" />
          </Plot>
          <span className="num value">100</span>
        </li>
        {rows}
        <li className="sum">
          <span>Score</span>
          <Plot tone={gradeClass(score.grade)}>
            <rect className="end" width={score.total} y="2" height="6" />
          </Plot>
          <span className="num value">{score.total}</span>
        </li>
      </ol>
      <p className="small quiet">
        The deductions sum to {points(sum)} exactly: 100 − {points(sum)} = {score.total}.
      </p>
      <Smaller small={small} />
    </>
  );
}
