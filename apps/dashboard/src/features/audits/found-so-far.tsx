import type { Finding } from '@perimeter/contract/finding';
import { categoryTitles } from '@perimeter/contract/category';
import type { ReactElement } from 'react';
import { clean } from '../../components/parts.tsx';
import { SeverityShape, severities, severityTitles } from '../../components/severity.tsx';
import { counted } from '../../lib/format.ts';

const FoundFinding = ({ finding }: { finding: Finding }): ReactElement => (
  <li className={finding.severity}>
    <span className={`sev ${finding.severity}`}>
      <SeverityShape severity={finding.severity} />
      <span className="hidden-visually">{severityTitles[finding.severity]}</span>
    </span>
    <span>
      <b>{clean(finding.title, 300)}</b>
      <br />
      <span className="quiet small">
        {categoryTitles[finding.category]} <span className="mono">{clean(finding.checkId, 100)}</span>
      </span>
    </span>
    <span className={`score num ${finding.severity}`}>{finding.cvss.toFixed(1)}</span>
  </li>
);

/** The findings of finished phases, worst first; script adds those that come. */
export function FoundSoFar({ findings, count }: { findings: readonly Finding[]; count: number }): ReactElement {
  const sorted = findings.toSorted((a, b) => b.cvss - a.cvss);
  return (
    <>
      <p className="quiet" data-found-count="">
        {count === 0 ? 'No findings yet.' : `${counted(count, 'finding')} so far.`}
      </p>
      <ul className="live" data-found="">
        {sorted.map((finding, index) => (
          <FoundFinding key={`${finding.checkId} ${index}`} finding={finding} />
        ))}
      </ul>
      {severities.map((severity) => (
        <template key={severity} data-shape={severity}>
          <SeverityShape severity={severity} />
        </template>
      ))}
      <div className="ghosts" aria-hidden="true">
        <span className="ghost" />
        <span className="ghost short" />
        <span className="ghost shorter" />
      </div>
    </>
  );
}
