import type { AuditSummary } from '@perimeter/contract/audit';
import type { ReactElement } from 'react';
import { Mark } from '../../components/dial.tsx';
import { clean, Link } from '../../components/parts.tsx';
import { counted, relative } from '../../lib/format.ts';
import { useFrame } from '../../lib/frame.ts';
import { failureTitles } from './failures.ts';

function MarkOf({ audit }: { audit: AuditSummary }): ReactElement {
  const { status, percentComplete: percent, score, grade } = audit;
  if (status === 'failed') return <Mark value={null} text="–" grade={null} label="Failed" />;
  if (status !== 'completed')
    return <Mark value={percent} text={`${percent}%`} grade={null} isGoing label={`${percent} percent done`} />;
  return (
    <Mark value={score} text={grade ?? '–'} grade={grade} label={grade === null ? 'Completed' : `Grade ${grade}`} />
  );
}

function about({
  status,
  findingsCount,
  failure,
  scanMode,
  private: isPrivate,
  reportAvailable,
}: AuditSummary): string {
  const mode = `${scanMode}${isPrivate ? ', private' : ''}`;
  if (status === 'failed')
    return `failed: ${failure === undefined ? 'unknown cause' : failureTitles[failure.code].toLowerCase()}`;
  if (status === 'queued') return `${mode}, queued`;
  if (status === 'in_progress') return `${mode}, running, ${counted(findingsCount, 'finding')} so far`;
  return `${mode}, ${counted(findingsCount, 'finding')}${reportAvailable ? '' : ', report deleted after its retention period'}`;
}

/** One audit of a list: its mark, domain, state and score. */
export function AuditEntry({ audit }: { audit: AuditSummary }): ReactElement {
  const { nowMs } = useFrame();
  return (
    <Link className="sample" to={`/audits/${audit.id}`}>
      <MarkOf audit={audit} />
      <span>
        <b>{clean(audit.domain, 253)}</b>
        <span className="quiet small">
          {about(audit)} · {relative(audit.startedAt, nowMs)}
        </span>
      </span>
      {audit.score === null ? null : <span className="serif num">{audit.score}</span>}
    </Link>
  );
}
