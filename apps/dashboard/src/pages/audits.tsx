import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Link, Notice, WriterLink } from '../components/parts.tsx';
import { AuditList } from '../features/audits/audit-list.tsx';
import { useFrame } from '../lib/frame.ts';
import type { AuditsProps } from '../lib/props.ts';

/** The audits with a box each: two of them lead to their comparison, without script. */
const Picks = ({ audits }: Pick<AuditsProps, 'audits'>): ReactElement => {
  const { base } = useFrame();
  return (
    <form action={`${base}/compare`} method="get">
      <AuditList audits={audits} withPicks />
      <p className="row after-list">
        <button className="button" type="submit">
          Compare two
        </button>
        <span className="small quiet">Select two audits. Their domains are compared by their latest reports.</span>
      </p>
    </form>
  );
};

/** The audits of the account, newest first. */
export const AuditsPage = ({ audits, nextCursor, isFirstPage }: AuditsProps): ReactElement => (
  <Document title="Audits">
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>Audits</h1>
          <p>Newest first.</p>
        </div>
        <p className="row">
          <WriterLink className="button" to="/domains/upload">
            Many domains
          </WriterLink>
          <WriterLink className="button primary" to="/">
            New audit
          </WriterLink>
        </p>
      </div>
      {audits.length === 0 ? (
        <Notice title={isFirstPage ? 'No audits yet' : 'No older audits'}>
          <WriterLink to="/">Audit a domain</WriterLink>: it takes about a minute.
        </Notice>
      ) : (
        <Picks audits={audits} />
      )}
      <nav className="pages row" aria-label="Pages">
        {isFirstPage ? null : <Link to="/audits">Newest</Link>}
        {nextCursor === null ? null : <Link to={`/audits?cursor=${encodeURIComponent(nextCursor)}`}>Older</Link>}
      </nav>
    </div>
  </Document>
);
