import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Icon } from '../components/icon.tsx';
import { clean, CopyButton, Link, ReadersCannot, WriterLink } from '../components/parts.tsx';
import { useFrame } from '../lib/frame.ts';
import type { ProblemProps } from '../lib/props.ts';

/** A link without a path leads to the address at which it stands, with its query. */
const thisAddress = '';

/** Leads to the same page again; script counts down where the service said how long to wait. */
function Retry({ path, afterSeconds, isBusy }: NonNullable<ProblemProps['retry']> & { isBusy: boolean }): ReactElement {
  const { base } = useFrame();
  return (
    <retry-after data-seconds={String(afterSeconds)} data-busy={isBusy ? '' : undefined}>
      <a href={path === null ? thisAddress : `${base}${path}`} className="button primary">
        <Icon name="again" />
        Try again
      </a>
      {afterSeconds === 0 ? null : (
        <span className="quiet small" data-wait="">
          in {afterSeconds} s
        </span>
      )}
    </retry-after>
  );
}

/** Why there is nothing here, and what to do next. */
export const ProblemPage = ({ status, title, text, code, requestId, domain, retry }: ProblemProps): ReactElement => (
  <Document title={title}>
    <section className="band problem" aria-labelledby="t">
      <div className="wrap">
        <p className="status serif rings" aria-hidden="true">
          {status}
        </p>
        <div className="stack">
          <p className="caps">Error {status}</p>
          <h1 id="t">{title}</h1>
          <p className="lead">{text}</p>
          <p className="row">
            {retry === null ? null : <Retry {...retry} isBusy={status === 503 && retry.path === null} />}
            {domain === null ? null : (
              <WriterLink className="button primary" to={`/?domain=${encodeURIComponent(domain)}`}>
                Audit {clean(listedName(domain), 520)}
              </WriterLink>
            )}
            {domain === null ? null : <ReadersCannot />}
            <Link className="button" to="/">
              Start page
            </Link>
          </p>
          <p className="small quiet row">
            <span>
              Code <code>{code}</code>
              {requestId === '' ? null : (
                <>
                  , request id <code>{requestId}</code>
                </>
              )}
            </span>
            {requestId === '' ? null : <CopyButton text={`${code} ${requestId}`} what="code and request id" />}
          </p>
        </div>
      </div>
    </section>
  </Document>
);
