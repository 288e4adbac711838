import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { Document } from '../../components/document.tsx';
import { clean, Link } from '../../components/parts.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { AcceptForm, attention, WaiverEntry } from '../../features/report/accepted/accepted-risks.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { AcceptedOfDomain, AcceptedProps } from '../../lib/accepted-props.ts';

function OfDomain({ of, titles }: { of: AcceptedOfDomain } & Pick<AcceptedProps, 'titles'>): ReactElement {
  const { base } = useFrame();
  const { domain, latest, scoreWithWaivers: after, waivers } = of;
  const needed = attention(waivers);
  return (
    <section className="panel" aria-labelledby={`of-${domain}`}>
      <header>
        <h2 id={`of-${domain}`}>
          <Link to={`/domains/${domain}`}>{clean(listedName(domain), 520)}</Link>
        </h2>
        {needed === null ? null : <span className="tag warn">{needed}</span>}
        <span className="push small">
          <a href={`${base}/api/waivers.yml?domain=${encodeURIComponent(domain)}`}>perimeter.yml</a>
        </span>
      </header>
      <div className="accepted">
        {latest === null || after === null ? null : (
          <p className="small quiet">
            Score {latest.score}, grade {latest.grade}; with accepted risks {after.total},{' '}
            <span className={`pill ${gradeClass(after.grade)}`}>grade {after.grade}</span>
          </p>
        )}
        <ul className="waivers">
          {waivers.map((waiver) => (
            <WaiverEntry
              key={waiver.id}
              waiver={waiver}
              title={clean(
                titles[waiver.fingerprint ?? waiver.checkId ?? ''] ?? waiver.checkId ?? 'Finding of an earlier report',
                200,
              )}
              isReported={latest !== null}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The risks that an account accepted, by domain. */
export const AcceptedPage = ({ domains, titles, page, pages }: AcceptedProps): ReactElement => (
  <Document title="Accepted risks">
    <div className="wrap page">
      <div className="settings">
        <SettingsNav />
        <div>
          <div className="page-head">
            <div>
              <h1>Accepted risks</h1>
              <p>
                What they do to the latest report of each domain. The score of reports never changes; what becomes more
                severe counts again.
              </p>
            </div>
          </div>
          {domains.length === 0 ? <p>No risk is accepted. Reports have the button “Accept this risk”.</p> : null}
          {domains.map((of) => (
            <OfDomain key={of.domain} of={of} titles={titles} />
          ))}
          {pages < 2 ? null : (
            <p className="row">
              {page === 1 ? null : <Link to={`/settings/accepted?page=${page - 1}`}>Previous</Link>}
              <span className="quiet">
                Page {page} of {pages}
              </span>
              {page === pages ? null : <Link to={`/settings/accepted?page=${page + 1}`}>Next</Link>}
            </p>
          )}
          <AcceptForm domain="" />
        </div>
      </div>
    </div>
  </Document>
);
