import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Link } from '../components/parts.tsx';
import type { ProblemProps } from '../lib/props.ts';

/** Why there is nothing here, and what to do next. */
export const ProblemPage = ({ status, title, text, code, requestId, domain }: ProblemProps): ReactElement => (
  <Document title={title}>
    <div className="wrap page problem">
      <p className="caps">{status}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        {domain === null ? null : (
          <Link className="button primary" to={`/?domain=${encodeURIComponent(domain)}`}>
            Audit {domain}
          </Link>
        )}
        <Link className="button" to="/">
          Start page
        </Link>
      </p>
      <p className="small quiet">
        Code <code>{code}</code>, request id <code>{requestId}</code>
      </p>
    </div>
  </Document>
);
