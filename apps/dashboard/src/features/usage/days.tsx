import type { Ledger } from '@perimeter/contract/account/ledger';
import type { ReactElement } from 'react';
import { credits, day, monthAndYear } from '../../lib/format.ts';
import { useFrame } from '../../lib/frame.ts';

/** Height of a day without credits, in percent: every day is there. */
const least = 3;

/** The days of a month in UTC, with what was used on each. */
function daysOf(nowMs: number, used: Ledger['days']): { at: number; used: number }[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const byDay = new Map(used.map((one) => [one.day, one.used]));
  return Array.from({ length: count }, (_, index) => {
    const at = Date.UTC(year, month, index + 1);
    return { at, used: byDay.get(new Date(at).toISOString().slice(0, 10)) ?? 0 };
  });
}

/** The same in words: the days with credits, the first of them named. */
function inWords(days: readonly { at: number; used: number }[], nowMs: number): string {
  const spent = days.filter(({ used }) => used > 0);
  const named = spent.slice(0, 10).map(({ at, used }) => `${credits(used)} on ${day(at)}`);
  const more = spent.length > named.length ? `, and on ${spent.length - named.length} more days` : '';
  return spent.length === 0 ? `No credits in ${monthAndYear(nowMs)}` : `${named.join(', ')}${more}`;
}

/** The credits of this month, a bar for each day. */
export function CreditsByDay({ used }: { used: Ledger['days'] }): ReactElement {
  const { nowMs } = useFrame();
  const days = daysOf(nowMs, used);
  const most = Math.max(1, ...days.map((one) => one.used));
  const width = 100 / days.length;
  const marks = [0, 7, 14, 21, days.length - 1];
  return (
    <figure className="days">
      <figcaption className="caps">Credits by day</figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={inWords(days, nowMs)}>
        {days.map((one, index) => {
          const height = one.used === 0 ? least : Math.max(2 * least, (100 * one.used) / most);
          return (
            <rect
              key={one.at}
              className={one.used === 0 ? 'empty' : 'value'}
              x={(index * width + width * 0.1).toFixed(2)}
              width={(width * 0.8).toFixed(2)}
              y={(100 - height).toFixed(2)}
              height={height.toFixed(2)}
            />
          );
        })}
      </svg>
      <p className="axis small quiet" aria-hidden="true">
        {marks.map((index) => (
          <span key={index}>{index === 0 ? day(days[0]?.at ?? nowMs).replace(/ \d{4}$/u, '') : index + 1}</span>
        ))}
      </p>
      <p className="small quiet">
        {most > 1 ? `The highest bar is ${credits(most)}. ` : ''}Refunded credits are not counted.
      </p>
    </figure>
  );
}
