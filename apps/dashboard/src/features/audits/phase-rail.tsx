import type { AuditPhase, PhaseState } from '@perimeter/contract/phases';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { counted, duration } from '../../lib/format.ts';

const classes: Readonly<Record<PhaseState, string>> = { waiting: 'wait', running: 'now', finished: 'done' };

function about({ state, findings, elapsedMs }: AuditPhase, isOver: boolean): string {
  if (state === 'waiting') return isOver ? 'Not run' : 'Waiting';
  if (state === 'running') return isOver ? 'Stopped' : 'Running';
  const found = findings === null ? 'Finished' : findings === 0 ? 'No findings' : counted(findings, 'finding');
  return elapsedMs === null ? found : `${found}, after ${duration(elapsedMs)}`;
}

/** The phases of an audit in their order. */
export const PhaseRail = ({
  phases,
  isOver = false,
}: {
  phases: readonly AuditPhase[];
  isOver?: boolean;
}): ReactElement => (
  <ol className="rail" data-rail="">
    {phases.map((entry, index) => (
      <li key={entry.phase} className={classes[entry.state]} data-phase={entry.phase}>
        <span className="knob">
          <span className="tick">
            <Icon name="check" size={16} />
          </span>
          <span className="number">{index + 1}</span>
        </span>
        <h3>{entry.title}</h3>
        <span className="when">{counted(entry.checks, 'check')}</span>
        <p data-about="">{about(entry, isOver)}</p>
      </li>
    ))}
  </ol>
);
