import { listedName } from '@perimeter/report/verdict/names';
import type { AuditSummary } from '@perimeter/contract/audit';
import type { ReactElement } from 'react';
import { clean } from '../../components/parts.tsx';
import { AuditEntry } from './audit-entry.tsx';

/** A box to choose an audit for a comparison; one without a report cannot be compared. */
const Pick = ({ audit }: { audit: AuditSummary }): ReactElement => (
  <input
    type="checkbox"
    name="pick"
    value={audit.domain}
    aria-label={`Select ${clean(listedName(audit.domain), 520)}`}
    disabled={audit.status !== 'completed' || !audit.reportAvailable}
  />
);

interface AuditListProps {
  audits: readonly AuditSummary[];
  /** Whether audits can be chosen, in a form around the list. */
  withPicks?: boolean;
}

/** Audits, as every page lists them. */
export const AuditList = ({ audits, withPicks = false }: AuditListProps): ReactElement => (
  <ul className={`audits${withPicks ? ' picks' : ''}`}>
    {audits.map((audit) => (
      <li key={audit.id}>
        {withPicks ? <Pick audit={audit} /> : null}
        <AuditEntry audit={audit} />
      </li>
    ))}
  </ul>
);
