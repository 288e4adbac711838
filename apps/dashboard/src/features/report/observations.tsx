import type { Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { clean, Link } from '../../components/parts.tsx';
import { auditPath } from '../../lib/sample.ts';

/** Observations on the page; the JSON report has them all. */
const maxShown = 60;

/** Facts that are not issues. */
export function Observations({ report }: { report: Report }): ReactElement {
  const { observations, id } = report;
  return (
    <>
      <ul className="observations">
        {observations.slice(0, maxShown).map(({ id: key, checkId, title, description, host }) => (
          <li key={key}>
            <Link to={`${auditPath(id)}/checks/${checkId}`}>{clean(title, 300)}</Link>
            <span className="quiet small mono">{clean(host, 253)}</span>
            <p className="small">{clean(description, 1_000)}</p>
          </li>
        ))}
      </ul>
      {observations.length > maxShown ? (
        <p className="quiet small">{observations.length - maxShown} more are in the JSON report.</p>
      ) : null}
    </>
  );
}
