import type { DomainAudit } from '@perimeter/contract/domains';
import { gradeBands } from '@perimeter/contract/grade';
import type { ReactElement } from 'react';
import { day } from '../../lib/format.ts';
import { runsOf } from './spark.tsx';

/** A completed audit, as the chart shows it. */
export type ScoredAudit = DomainAudit & { score: number; endedAt: number };

/** Something that happened between the audits of a chart. */
export interface ScoreEvent {
  at: number;
  text: string;
}

/** Grades with the totals at which they begin (docs/scoring.md), worst first; A and A+ are one zone. */
const zones = gradeBands.filter(({ grade }) => grade !== 'A+').toReversed();

interface Frame {
  name: 'wide' | 'narrow';
  width: number;
  height: number;
}
const frames: readonly Frame[] = [
  { name: 'wide', width: 880, height: 260 },
  { name: 'narrow', width: 330, height: 220 },
];
const left = 34;
const right = 20;
const top = 26;
const bottom = 34;
const dotInset = 24;

/** Where a time and a score stand. */
function scales({ width, height }: Frame, audits: readonly ScoredAudit[]) {
  const first = audits[0]?.endedAt ?? 0;
  const span = Math.max(1, (audits.at(-1)?.endedAt ?? 0) - first);
  return {
    x: (ms: number): number => left + dotInset + ((width - left - right - 2 * dotInset) * (ms - first)) / span,
    y: (total: number): number => top + ((height - top - bottom) * (100 - total)) / 100,
  };
}

const Zones = ({ frame, y }: { frame: Frame; y: (total: number) => number }): ReactElement => (
  <>
    {zones.map(({ grade, from }, at) => {
      const to = zones[at + 1]?.from ?? 100;
      return (
        <g key={grade}>
          {at % 2 === 0 ? (
            <rect className="zone" x={left} width={frame.width - left - right} y={y(to)} height={y(from) - y(to)} />
          ) : null}
          <text x={left - 12} y={(y(from) + y(to)) / 2 + 4} textAnchor="middle">
            {grade}
          </text>
        </g>
      );
    })}
  </>
);

/** Numbers stand at the ends of a run and where the score changed, as far apart as they are wide. */
function labelled(run: readonly ScoredAudit[], x: (ms: number) => number): readonly ScoredAudit[] {
  const kept: ScoredAudit[] = [];
  for (const [at, audit] of run.entries()) {
    const previous = kept.at(-1);
    const isFar = previous === undefined || x(audit.endedAt) - x(previous.endedAt) > 34;
    if (at === 0 || at === run.length - 1 ? isFar : isFar && audit.score !== previous?.score) kept.push(audit);
  }
  return kept;
}

/** Width that the name of a policy takes. */
const labelWidth = 76;

/** Where the policy changed, with its name where there is room for it. */
function policyLines(runs: readonly (readonly ScoredAudit[])[], { width }: Frame, x: (ms: number) => number) {
  let free = left;
  return runs.slice(1).map((run, index) => {
    const before = runs[index]?.at(-1)?.endedAt ?? 0;
    const at = x((before + (run[0]?.endedAt ?? 0)) / 2);
    const isAtEnd = at + labelWidth > width;
    const begins = isAtEnd ? at - labelWidth : at;
    const isFree = begins >= free;
    if (isFree) free = isAtEnd ? at : at + labelWidth;
    return { at, isAtEnd, label: isFree ? `Policy ${run[0]?.policyVersion ?? 'unknown'}` : null };
  });
}

/** Width that the number of a mark takes. */
const markWidth = 26;

/** Numbers of events below the line; those that would stand on each other share a mark. */
function eventMarks(events: readonly ScoreEvent[], x: (ms: number) => number) {
  const marks: { at: number; from: number; to: number }[] = [];
  for (const [index, event] of events.entries()) {
    const at = x(event.at);
    const known = marks.at(-1);
    if (known !== undefined && at - known.at < markWidth) known.to = index + 1;
    else marks.push({ at, from: index + 1, to: index + 1 });
  }
  return marks;
}

interface ChartProps {
  audits: readonly ScoredAudit[];
  events: readonly ScoreEvent[];
}

const Marks = ({ events, frame, x }: Pick<ChartProps, 'events'> & { frame: Frame; x: (ms: number) => number }) => (
  <>
    {eventMarks(events, x).map(({ at, from, to }) => (
      <g key={from}>
        <path className="dot" d={`M${at.toFixed(1)} ${frame.height - bottom}l4 8h-8z`} />
        <text x={at + 7} y={frame.height - bottom + 9}>
          {from === to ? from : `${from}–${to}`}
        </text>
      </g>
    ))}
  </>
);

const labelOf = (audits: number, events: number): string =>
  `Scores of ${audits} audits; the table below lists them${events === 0 ? '' : `, and the list below has the ${events} numbered events`}`;

function Chart({ frame, audits, events }: ChartProps & { frame: Frame }): ReactElement {
  const { x, y } = scales(frame, audits);
  const runs = runsOf(audits);
  const [first, last] = [audits[0], audits.at(-1)];
  return (
    <svg
      className={`trend ${frame.name}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={labelOf(audits.length, events.length)}
    >
      <Zones frame={frame} y={y} />
      {policyLines(runs, frame, x).map(({ at, label, isAtEnd }) => (
        <g key={at}>
          <line className="policy" x1={at} x2={at} y1="14" y2={frame.height - bottom} />
          {label === null ? null : (
            <text className="policy-text" x={isAtEnd ? at - 6 : at + 6} y="12" textAnchor={isAtEnd ? 'end' : 'start'}>
              {label}
            </text>
          )}
        </g>
      ))}
      {runs.map((run) => (
        <g key={run[0]?.id}>
          <polyline
            className="line"
            points={run.map(({ endedAt, score }) => `${x(endedAt).toFixed(1)},${y(score).toFixed(1)}`).join(' ')}
          />
          {run.map(({ id, endedAt, score }) => (
            <circle key={id} className="dot" cx={x(endedAt)} cy={y(score)} r={audits.length > 30 ? 2.5 : 4.5} />
          ))}
          {labelled(run, x).map(({ id, endedAt, score }) => (
            <text key={id} className="value" x={x(endedAt)} y={y(score) < top + 20 ? y(score) + 24 : y(score) - 12}>
              {score}
            </text>
          ))}
        </g>
      ))}
      <Marks events={events} frame={frame} x={x} />
      {first === undefined ? null : (
        <text x={left + 4} y={frame.height - 10}>
          {day(first.endedAt)}
        </text>
      )}
      {last === undefined ? null : (
        <text x={frame.width - right - 4} y={frame.height - 10} textAnchor="end">
          {day(last.endedAt)}
        </text>
      )}
    </svg>
  );
}

/** Scores over time, oldest first; the line is broken where the scoring policy changed. */
export const ScoreChart = ({ audits, events }: ChartProps): ReactElement => (
  <>
    {frames.map((frame) => (
      <Chart key={frame.name} frame={frame} audits={audits} events={events} />
    ))}
  </>
);
