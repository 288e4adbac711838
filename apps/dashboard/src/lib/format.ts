import { msPerDay } from '@perimeter/contract/durations';
import type { AuditSummary } from '@perimeter/contract/audit';
import { counted, monthNames } from '@perimeter/report/words';

export { counted };

/** What lists count: issues, or the findings of audits whose issues were not counted. */
export const tallied = ({ issues, findingsCount }: Pick<AuditSummary, 'issues' | 'findingsCount'>): string =>
  issues === null
    ? counted(findingsCount, 'finding')
    : counted(
        Object.values(issues).reduce((sum, count) => sum + count, 0),
        'issue',
      );

const two = (value: number): string => String(value).padStart(2, '0');

/** "21 Nov 2026", in UTC. */
export function day(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]?.slice(0, 3) ?? ''} ${date.getUTCFullYear()}`;
}

/** "21 Nov 2026, 19:47 UTC". */
export function dayAndTime(epochMs: number): string {
  const date = new Date(epochMs);
  return `${day(epochMs)}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

/** "19:47", in UTC. */
export function timeOfDay(epochMs: number): string {
  const date = new Date(epochMs);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** "November 2026", in UTC. */
export function monthAndYear(epochMs: number): string {
  const date = new Date(epochMs);
  return `${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

const units: readonly (readonly [name: string, ms: number])[] = [
  ['day', msPerDay],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "12 hours ago", "in 3 days", "just now". */
export function relative(epochMs: number, nowMs: number): string {
  const distance = Math.abs(nowMs - epochMs);
  const unit = units.find(([, ms]) => distance >= ms);
  if (unit === undefined) return 'just now';
  const count = Math.floor(distance / unit[1]);
  const words = counted(count, unit[0]);
  return epochMs <= nowMs ? `${words} ago` : `in ${words}`;
}

/** "4.2 s", "2 min 5 s". */
export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Thousandths of a point as points: "16.490". */
export const points = (milliPoints: number): string => (milliPoints / 1_000).toFixed(3);

/** Credits with their noun, large numbers in groups of three: "100,000 credits". */
export const credits = (count: number): string => counted(count, 'credit');
