import type { Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Link, ReadersCannot, WriterLink } from '../../components/parts.tsx';
import { onlyReads, useFrame } from '../../lib/frame.ts';
import { sampleId } from '../../lib/sample.ts';
import { Share, type Sharing } from './sharing/share.tsx';

/** Formats of a report that people and tools ask for, as the API names them. */
const formats = [
  ['json', 'JSON'],
  ['html', 'HTML, one file'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['sarif', 'SARIF'],
  ['junit', 'JUnit'],
] as const;

function Export({ id }: { id: string }): ReactElement {
  const { base } = useFrame();
  return (
    <div id="export" popover="auto" className="popover">
      <h2>Export</h2>
      <ul>
        {formats.map(([format, title]) => (
          <li key={format}>
            <a href={`${base}/api/audit/${id}/report${format === 'json' ? '' : `?format=${format}`}`}>{title}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What can be done with a report. On a phone they stand at the thumb. */
export function Actions({
  report,
  isSignedIn,
  share,
}: {
  report: Report;
  isSignedIn: boolean;
  share: Sharing;
}): ReactElement {
  const frame = useFrame();
  const { base } = frame;
  if (report.id === sampleId)
    return (
      <div className="push row actions">
        <Link className="button primary" to="/">
          <Icon name="search" />
          Audit your domain
        </Link>
      </div>
    );
  return (
    <div className="push row actions">
      <WriterLink className="button primary" to={`/?domain=${encodeURIComponent(report.domain)}`}>
        <Icon name="again" />
        Audit again
      </WriterLink>
      <ReadersCannot />
      {isSignedIn ? (
        <a className="button" href={`${base}/api/audit/${report.id}/report/pdf`}>
          <Icon name="page" />
          PDF
        </a>
      ) : (
        <button className="button" type="button" popoverTarget="pdf">
          <Icon name="page" />
          PDF
        </button>
      )}
      <button className="button" type="button" popoverTarget="share">
        <Icon name="share" />
        Share
      </button>
      <button className="button" type="button" popoverTarget="export">
        <Icon name="down" />
        Export
      </button>
      <Export id={report.id} />
      <Share id={report.id} sharing={{ ...share, isOwn: share.isOwn && !onlyReads(frame) }} />
      {isSignedIn ? null : (
        <div id="pdf" popover="auto" className="popover">
          <h2>PDF</h2>
          <p className="small">
            PDFs are signed and registered, so they need an account or an API key.{' '}
            <Link to={`/sign-in?next=/audits/${report.id}`}>Log in</Link>
          </p>
        </div>
      )}
    </div>
  );
}
