import type { Finding } from '@perimeter/contract/finding';
import type { ReactElement } from 'react';
import { clean, CopyButton } from '../../components/parts.tsx';
import { proofOf } from './reproduce.ts';

/** What is shown of a finding or an observation. */
type Seen = Pick<Finding, 'affectedUrl' | 'address' | 'port' | 'evidence' | 'category' | 'checkId'>;

/** Where a finding was seen, in one line. */
export const placeOfFinding = ({ affectedUrl, address, port }: Seen): string =>
  clean(`${affectedUrl}${address === null ? '' : ` at ${address}`}${port === null ? '' : `, port ${port}`}`, 300);

/** The raw evidence of a finding with line numbers, and the command that shows it again. */
export function Evidence({ finding, maxLines }: { finding: Seen; maxLines: number }): ReactElement {
  const { lines, command } = proofOf(finding);
  const shown = lines.slice(0, maxLines);
  const left = lines.length - shown.length;
  const place = placeOfFinding(finding);
  return (
    <figure className="evidence">
      <header>
        <b>Evidence</b>
        <span className="quiet">{place}</span>
        {lines.length === 0 ? null : <CopyButton text={lines.join('\n')} what="the evidence" />}
      </header>
      {shown.length === 0 ? (
        <p className="quiet small empty">No raw data for this finding.</p>
      ) : (
        <pre tabIndex={0} role="group" aria-label={`Evidence of ${finding.checkId}: ${place}`}>
          <code>
            {shown.map((line, index) => (
              <span key={index} className="l">
                {line}
              </span>
            ))}
          </code>
        </pre>
      )}
      {left > 0 ? <p className="quiet small empty">{left} more lines are on the page of this check.</p> : null}
      {command === null ? null : (
        <div className="again">
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </div>
      )}
    </figure>
  );
}
