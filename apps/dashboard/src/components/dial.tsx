import { type Grade, gradeBands } from '@perimeter/contract/grade';
import type { ReactElement } from 'react';

/** Degrees that a dial spans, and where it begins, clockwise from the right. */
const span = 260;
const start = 140;
/** Totals at which the grades D, C, B, A and A+ begin (docs/scoring.md). */
const gradeBounds = gradeBands
  .map(({ from }) => from)
  .filter((from) => from > 0)
  .toReversed();

type Point = readonly [x: number, y: number];

const at = (share: number, radius: number, [x, y]: Point): Point => {
  const angle = ((start + span * share) * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
};
const text = ([x, y]: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** An arc over a share of the dial. */
function arc(share: number, radius: number, centre: Point): string {
  const long = span * share > 180 ? 1 : 0;
  return `M${text(at(0, radius, centre))}A${radius} ${radius} 0 ${long} 1 ${text(at(share, radius, centre))}`;
}

/** The class that paints a grade. */
export const gradeClass = (grade: string | null): string =>
  grade === null ? 'g-x' : `g-${grade.charAt(0).toLowerCase()}`;

/** A tick across the dial's ring. */
const tick = (share: number, from: number, to: number, centre: Point): string =>
  `M${text(at(share, from, centre))}L${text(at(share, to, centre))}`;

const dialCentre: Point = [110, 110];
const dialRadius = 92;
/** The chip of a running audit has room for "Phase 1 of 5". */
const leastChip = 12;

interface DialProps {
  /** 0 to 100. */
  value: number;
  grade: Grade | null;
  /** The score after fixes, as a mark on the ring. */
  aim?: number;
  isProvisional?: boolean;
  /** What stands below the number, and in the chip. */
  of: string;
  chip: string;
  label: string;
}

/** The large dial of a score, or of how far an audit has come. */
export function Dial({ value, grade, aim, isProvisional = false, of, chip, label }: DialProps): ReactElement {
  // Script puts the phase of a running audit into the chip.
  const chipWidth = 26 + Math.max(chip.length, grade === null ? leastChip : 0) * 6.6;
  const kind = grade === null ? 'going' : gradeClass(grade);
  return (
    <svg
      className={`dial ${kind}${isProvisional ? ' provisional' : ''}`}
      viewBox="0 0 220 206"
      role="img"
      aria-label={label}
    >
      <path className="track" d={arc(1, dialRadius, dialCentre)} fill="none" strokeWidth="13.5" strokeLinecap="round" />
      <path
        className="arc"
        d={arc(Math.max(value, 0.5) / 100, dialRadius, dialCentre)}
        fill="none"
        strokeWidth="13.5"
        strokeLinecap={isProvisional ? 'butt' : 'round'}
      />
      {(grade === null ? [25, 50, 75] : gradeBounds).map((bound) => (
        <path key={bound} className="tick" d={tick(bound / 100, 75.5, 80.5, dialCentre)} strokeWidth="1.2" />
      ))}
      {aim === undefined ? null : (
        <path className="aim" d={tick(aim / 100, 81, 103, dialCentre)} strokeWidth="2.6" strokeLinecap="round" />
      )}
      <text className="total" x="110" y="128">
        {value}
      </text>
      <text className="of" x="110" y="149">
        {of}
      </text>
      <rect className="chip" x={110 - chipWidth / 2} y="170" width={chipWidth} height="23" rx="11.5" />
      <text className="chip-text" x="110" y="186">
        {chip}
      </text>
    </svg>
  );
}

interface UncappedProps {
  score: number | null;
  uncapped: number | null;
}

/** The score before caps, where one lowers it: it distinguishes equal scores. */
export const Uncapped = ({ score, uncapped }: UncappedProps): ReactElement | null =>
  score === null || uncapped === null || uncapped <= score ? null : (
    <small className="quiet uncapped">{uncapped} without limits</small>
  );

const markCentre: Point = [20, 20];
const markRadius = 16.5;

interface MarkProps {
  /** 0 to 100; null: not assessed. */
  value: number | null;
  text: string;
  grade: string | null;
  isProvisional?: boolean;
  isGoing?: boolean;
  label: string;
}

/** The small dial of lists. */
export const Mark = ({
  value,
  text: inner,
  grade,
  isProvisional = false,
  isGoing = false,
  label,
}: MarkProps): ReactElement => (
  <svg
    className={`mark ${isGoing ? 'going' : gradeClass(grade)}${isProvisional ? ' provisional' : ''}`}
    viewBox="0 0 40 40"
    role="img"
    aria-label={label}
  >
    <path className="track" d={arc(1, markRadius, markCentre)} fill="none" strokeWidth="3.4" strokeLinecap="round" />
    {value === null ? null : (
      <path
        className="arc"
        d={arc(Math.max(value, 1) / 100, markRadius, markCentre)}
        fill="none"
        strokeWidth="3.4"
        strokeLinecap={isProvisional ? 'butt' : 'round'}
      />
    )}
    <text
      x="20"
      y={inner.length > 2 ? 25 : 26}
      className={inner.length > 2 ? 'small-text' : inner.length > 1 ? 'two' : ''}
    >
      {inner}
    </text>
  </svg>
);
