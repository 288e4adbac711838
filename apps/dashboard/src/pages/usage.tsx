import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Time } from '../components/parts.tsx';
import { SettingsNav } from '../components/settings-nav.tsx';
import { AuditList } from '../features/audits/audit-list.tsx';
import { credits } from '../lib/format.ts';
import type { UsageProps } from '../lib/props.ts';

const planTitles = { anonymous: 'no account', free: 'free plan', pro: 'pro plan', team: 'team plan' } as const;

function Credits({ usage }: Pick<UsageProps, 'usage'>): ReactElement {
  const left = Math.max(0, usage.remaining);
  const share = usage.limit === 0 ? 0 : (100 * left) / usage.limit;
  return (
    <section className="panel" aria-labelledby="credits">
      <header>
        <h2 id="credits">Credits</h2>
        <span className="tag">{planTitles[usage.plan]}</span>
        <span className="quiet small push">
          reset on <Time at={usage.resetsAt} withDistance />
        </span>
      </header>
      <div className="credit">
        <p>
          <b className="big">{left.toLocaleString('en')}</b>{' '}
          <span className="quiet">of {usage.limit.toLocaleString('en')} left</span>
        </p>
        <svg className="bar tall" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className="value" width={share} height="10" />
        </svg>
        <p className="small quiet">
          {credits(usage.used)} used this month. An audit costs one; failed, cancelled and shared audits cost none.
        </p>
      </div>
    </section>
  );
}

/** The credits of the month, and what they went to. */
export const UsagePage = ({ usage, recent }: UsageProps): ReactElement => (
  <Document title="Usage">
    <div className="wrap page">
      <div className="settings">
        {usage.isAuthenticated ? <SettingsNav /> : <span />}
        <div>
          <div className="page-head">
            <div>
              <h1>Usage</h1>
              {usage.isAuthenticated ? null : <p>The allowance of your network. Accounts have more.</p>}
            </div>
          </div>
          <Credits usage={usage} />
          {usage.isAuthenticated ? (
            <section className="panel" aria-labelledby="latest">
              <header>
                <h2 id="latest">Latest audits</h2>
              </header>
              {recent.length === 0 ? <p className="quiet">No audits yet.</p> : <AuditList audits={recent} />}
            </section>
          ) : null}
        </div>
      </div>
    </div>
  </Document>
);
