import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Time } from '../components/parts.tsx';
import { SettingsNav } from '../components/settings-nav.tsx';
import { CreditsByDay } from '../features/usage/days.tsx';
import { LedgerTable } from '../features/usage/ledger-table.tsx';
import { credits, monthAndYear } from '../lib/format.ts';
import { useFrame } from '../lib/frame.ts';
import type { UsageProps } from '../lib/props.ts';

const planTitles = { anonymous: 'no account', free: 'free plan', pro: 'pro plan', team: 'team plan' } as const;

function Credits({ usage, ledger }: Pick<UsageProps, 'usage' | 'ledger'>): ReactElement {
  const { nowMs } = useFrame();
  const left = Math.max(0, usage.remaining);
  const share = usage.limit === 0 ? 0 : (100 * left) / usage.limit;
  return (
    <section className="panel" aria-labelledby="credits">
      <header>
        <h2 id="credits">{monthAndYear(nowMs)}</h2>
        <span className="tag">{planTitles[usage.plan]}</span>
        <span className="quiet small push">
          resets on <Time at={usage.resetsAt} withDistance />
        </span>
      </header>
      <div className="credit">
        {usage.unlimited ? (
          <p>
            <b className="big">No limit</b> <span className="quiet">in the browser, for administrators</span>
          </p>
        ) : (
          <>
            <p>
              <b className="big">{left.toLocaleString('en')}</b>{' '}
              <span className="quiet">of {credits(usage.limit)} left</span>
            </p>
            <svg className="bar tall" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className="value" width={share} height="10" />
            </svg>
          </>
        )}
        <p className="small quiet">
          {credits(usage.used)} used. An audit costs one; failed and cancelled audits cost none.
        </p>
      </div>
      {ledger === null ? null : <CreditsByDay used={ledger.days} />}
    </section>
  );
}

/** The credits of the month, day by day, and what they went to. */
export const UsagePage = ({ usage, ledger, isFirstPage }: UsageProps): ReactElement => (
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
          <Credits usage={usage} ledger={ledger} />
          {ledger === null ? null : (
            <section className="panel" id="ledger" aria-labelledby="charged">
              <header>
                <h2 id="charged">Charges and refunds</h2>
              </header>
              <LedgerTable ledger={ledger} isFirstPage={isFirstPage} />
            </section>
          )}
        </div>
      </div>
    </div>
  </Document>
);
