import { firstName, listedName } from '@perimeter/report/verdict/names';
import type { ReactElement, ReactNode } from 'react';
import { Document } from '../components/document.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { clean, Link } from '../components/parts.tsx';
import { useFrame } from '../lib/frame.ts';
import type { PdfProps } from '../lib/props.ts';

type State = PdfProps['state'];

/** How long a browser without script shows that the document is ready before it downloads it. */
const readySeconds = 1;
/** A link without a path leads to the address at which it stands, with its query. */
const thisAddress = '';

const headings: Readonly<Record<State, string>> = {
  making: 'Your PDF is being generated',
  queued: 'Your PDF is waiting for its turn',
  ready: 'Your PDF is ready',
  failed: 'The PDF could not be generated',
  unavailable: 'This service cannot generate PDFs',
};

const leads: Readonly<Record<State, string>> = {
  making: 'The report is typeset and signed, which takes a few seconds. The download then starts by itself.',
  queued:
    'The service is generating many other PDFs. Yours follows as soon as there is room, and the download then starts by itself.',
  ready: 'The download starts by itself. If it does not, use the button.',
  failed: 'The report itself is not affected.',
  unavailable:
    'There is no typesetter for the platform that it runs on. All other formats of the report are available.',
};

const icons: Readonly<Record<State, IconName>> = {
  making: 'page',
  queued: 'clock',
  ready: 'check',
  failed: 'warn',
  unavailable: 'warn',
};

/** The share of the ring that is drawn, in percent. */
const shares: Readonly<Record<State, number>> = { making: 26, queued: 26, ready: 100, failed: 0, unavailable: 0 };

const ringOf = { cx: 60, cy: 60, r: 52, fill: 'none', strokeWidth: 7, pathLength: 100 } as const;

/** A sheet in a ring, which turns while there is something to wait for. */
function Ring({ state }: { state: State }): ReactElement {
  const share = shares[state];
  return (
    <div className="status rings" aria-hidden="true">
      <svg className="dial going" viewBox="0 0 120 120">
        <circle className="track" {...ringOf} />
        {share === 0 ? null : (
          <circle
            className={share < 100 ? 'arc turns' : 'arc'}
            strokeDasharray={`${share} ${100 - share}`}
            strokeLinecap="round"
            {...ringOf}
          />
        )}
        <g transform="translate(38 38)">
          <Icon name={icons[state]} size={44} />
        </g>
      </svg>
    </div>
  );
}

const Again = ({ afterSeconds }: { afterSeconds: number }): ReactElement => (
  <retry-after data-seconds={String(afterSeconds)}>
    <a className="button primary" href={thisAddress}>
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

/** The report as one HTML file: what there is where there is no PDF. */
function AsHtml({ id, isFirst }: { id: string; isFirst: boolean }): ReactElement {
  const { base } = useFrame();
  return (
    <a className={`button${isFirst ? ' primary' : ''}`} href={`${base}/api/audit/${id}/report?format=html`}>
      <Icon name="down" />
      HTML, one file
    </a>
  );
}

function NextSteps({ id, state, file, afterSeconds }: PdfProps & { file: string }): ReactNode {
  switch (state) {
    case 'making':
    case 'queued':
      return null;
    case 'ready':
      return (
        <a className="button primary" href={file}>
          <Icon name="down" />
          Download the PDF
        </a>
      );
    case 'failed':
      return (
        <>
          <Again afterSeconds={afterSeconds} />
          <AsHtml id={id} isFirst={false} />
        </>
      );
    case 'unavailable':
      return <AsHtml id={id} isFirst />;
  }
}

const footnotes: Readonly<Partial<Record<State, string>>> = {
  making: 'You can leave this page: the PDF is kept, and its link in the report then gives it at once.',
  queued: 'You can leave this page, and open the PDF from the report later.',
  failed: 'If it fails again, download the report in another format and tell the operator of this service.',
};

/** Waits with its reader for a document, hands it out, or says why there is none and what to do next. */
export function PdfPage(props: PdfProps): ReactElement {
  const { id, domain, paper, detail, state, afterSeconds, reason } = props;
  const { base } = useFrame();
  const asked = [...(paper === 'a4' ? [] : [`paper=${paper}`]), ...(detail === 'brief' ? [] : [`detail=${detail}`])];
  const file = `${base}/api/audit/${id}/report/pdf${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
  const isWaiting = state === 'making' || state === 'queued';
  const refresh = isWaiting
    ? { refreshSeconds: afterSeconds }
    : state === 'ready'
      ? { refreshSeconds: readySeconds, refreshTo: file }
      : {};
  const footnote = footnotes[state];
  return (
    <Document title={`${headings[state]} · ${clean(firstName({ domain }), 253)}`} {...refresh}>
      <pdf-file data-state={state} data-file={file} data-seconds={String(afterSeconds)}>
        <section className="band problem pdf" aria-labelledby="t">
          <div className="wrap">
            <Ring state={state} />
            <div className="stack">
              <p className="caps">PDF report of {clean(listedName(domain), 520)}</p>
              <h1 id="t" className="long">
                {headings[state]}
              </h1>
              <p className="lead" role={isWaiting ? 'status' : undefined}>
                {reason === null ? leads[state] : `${reason}. ${leads[state]}`}
              </p>
              <p className="row">
                <NextSteps {...props} file={file} />
                <Link className="button" to={`/audits/${id}`}>
                  Back to the report
                </Link>
              </p>
              {footnote === undefined ? null : <p className="small quiet">{footnote}</p>}
            </div>
          </div>
        </section>
      </pdf-file>
    </Document>
  );
}
