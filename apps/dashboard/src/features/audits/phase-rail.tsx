import type { AuditPhase, PhaseState } from '@perimeter/contract/phases';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { counted, duration } from '../../lib/format.ts';

const classes: Readonly<Record<PhaseState, string>> = { waiting: 'wait', running: 'now', finished: 'done' };

/** What a finished phase found; without a check that was judged, "no findings" would be a promise. */
function foundBy({ findings, checksJudged, checksInconclusive }: AuditPhase): string {
  if (findings === null || checksJudged === null) return findings ? counted(findings, 'finding') : 'Finished';
  if (findings > 0) return counted(findings, 'finding');
  if (checksJudged > 0) return 'No findings';
  return (checksInconclusive ?? 0) > 0 ? 'Could not be checked' : 'Not applicable';
}

function about(phase: AuditPhase, isOver: boolean): string {
  const { state, elapsedMs } = phase;
  if (state === 'waiting') return isOver ? 'Not run' : 'Waiting';
  if (state === 'running') return isOver ? 'Stopped' : 'Running';
  const found = foundBy(phase);
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
