import type { DomainSummary } from '@perimeter/contract/domains';
import { policyMajor } from '@perimeter/contract/score';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';

const width = 80;
const height = 24;
const inset = 3;

const x = (at: number, count: number): number => inset + ((width - 2 * inset) * at) / Math.max(1, count - 1);
const y = (total: number): number => inset + ((height - 2 * inset) * (100 - total)) / 100;

/** Runs of scores under one major version of the policy: a line connects those alone. */
export function runsOf<Point extends { policyVersion: string | null }>(scores: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  for (const point of scores) {
    const run = runs.at(-1);
    if (run !== undefined && policyMajor(run[0]?.policyVersion) === policyMajor(point.policyVersion)) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The latest scores of a domain as a line that breaks where the policy changed; the table beside it has the numbers. */
export function Spark({ scores, grade }: Pick<DomainSummary, 'scores' | 'grade'>): ReactElement | null {
  const last = scores.at(-1);
  if (scores.length < 2 || last === undefined) return null;
  const placed = scores.map((point, at) => ({ ...point, at }));
  const runs = runsOf(placed);
  return (
    <svg className={`spark ${gradeClass(grade)}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {runs.map((run) => (
        <polyline
          key={run[0]?.at}
          points={run.map(({ at, total }) => `${x(at, scores.length).toFixed(1)},${y(total).toFixed(1)}`).join(' ')}
        />
      ))}
      {runs.slice(1).map((run) => {
        const middle = x((run[0]?.at ?? 0) - 0.5, scores.length).toFixed(1);
        return <line key={middle} className="mark-line" x1={middle} x2={middle} y1="0" y2={height} />;
      })}
      <circle cx={x(scores.length - 1, scores.length)} cy={y(last.total)} r="2.6" />
    </svg>
  );
}
