import type { Severity } from '@perimeter/contract/finding';
import { severities } from '@perimeter/contract/text/known-names';
import type { ReactElement, ReactNode } from 'react';

export { severities };

/** Severities as people read them. */
export const severityTitles: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

const shapes: Readonly<Record<Severity, string>> = {
  critical: 'M4.8.6h6.4l4.2 4.2v6.4l-4.2 4.2H4.8L.6 11.2V4.8zM3.6 6.5v3h8.8v-3z',
  high: 'M8 1.2 15.6 14.6H.4z',
  medium: 'M8 .6 15.4 8 8 15.4.6 8z',
  low: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0z',
};

/** The shape of a severity: octagon, triangle, diamond, disc. */
export const SeverityShape = ({ severity, size = 13 }: { severity: Severity; size?: number }): ReactElement => (
  <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <path fillRule="evenodd" d={shapes[severity]} />
  </svg>
);

/** A severity as shape, word and colour. */
export const SeverityTag = ({ severity, children }: { severity: Severity; children?: ReactNode }): ReactElement => (
  <span className={`sev ${severity}`}>
    <SeverityShape severity={severity} size={12} />
    <span>{children ?? severityTitles[severity]}</span>
  </span>
);

/** How many issues there are of each severity. */
export const SeverityCounts = ({ counts }: { counts: Readonly<Record<Severity, number>> }): ReactElement => (
  <ul className="counts" aria-label="Issues by severity">
    {severities.map((severity) => (
      <li key={severity} className={`sev ${counts[severity] === 0 ? 'none' : severity}`}>
        <SeverityShape severity={severity} />
        <span>
          <b>{counts[severity]}</b> {severity}
        </span>
      </li>
    ))}
  </ul>
);
