import { listedName } from '@perimeter/report/verdict/names';
import type { AuditSummary } from '@perimeter/contract/audit';
import type { ReactElement } from 'react';
import { Mark, Uncapped } from '../../components/dial.tsx';
import { clean, Link } from '../../components/parts.tsx';
import { counted, relative, tallied } from '../../lib/format.ts';
import { useFrame } from '../../lib/frame.ts';
import { failureTitles } from './failures.ts';

function MarkOf({ audit }: { audit: AuditSummary }): ReactElement {
  const { status, percentComplete: percent, score, grade, gradeStatus } = audit;
  if (status === 'failed') return <Mark value={null} text="–" grade={null} label="Failed" />;
  if (status !== 'completed')
    return <Mark value={percent} text={`${percent}%`} grade={null} isGoing label={`${percent} percent done`} />;
  return (
    <Mark
      value={score}
      text={grade ?? '–'}
      grade={grade}
      isProvisional={gradeStatus === 'provisional'}
      label={grade === null ? 'Completed' : `Grade ${grade}`}
    />
  );
}

/** A sentence within another one; abbreviations stay as they are. */
const withSmallStart = (text: string): string => text.replace(/^[A-Z](?![A-Z])/u, (first) => first.toLowerCase());

function about({
  status,
  findingsCount,
  failure,
  scanMode,
  gradeStatus,
  issues,
  private: isPrivate,
  reportAvailable,
}: AuditSummary): string {
  const mode = `${scanMode}${isPrivate ? ', private' : ''}`;
  if (status === 'failed')
    return `failed: ${failure === undefined ? 'unknown cause' : withSmallStart(failureTitles[failure.code])}`;
  if (status === 'queued') return `${mode}, queued`;
  if (status === 'in_progress') return `${mode}, running, ${counted(findingsCount, 'finding')} so far`;
  return `${mode}${gradeStatus === 'provisional' ? ', provisional grade' : ''}, ${tallied({ issues, findingsCount })}${reportAvailable ? '' : ', report deleted after its retention period'}`;
}

/** One audit of a list: its mark, domain, state and score. */
export function AuditEntry({ audit }: { audit: AuditSummary }): ReactElement {
  const { nowMs } = useFrame();
  return (
    <Link className="sample" to={`/audits/${audit.id}`}>
      <MarkOf audit={audit} />
      <span>
        <b>{clean(listedName(audit.domain), 520)}</b>
        <span className="quiet small">
          {about(audit)} · {relative(audit.startedAt, nowMs)}
        </span>
      </span>
      {audit.score === null ? null : (
        <span className="serif num">
          {audit.score} <Uncapped score={audit.score} uncapped={audit.uncapped} />
        </span>
      )}
    </Link>
  );
}
