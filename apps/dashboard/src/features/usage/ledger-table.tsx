import { listedName } from '@perimeter/report/verdict/names';
import type { Ledger, LedgerEntry } from '@perimeter/contract/account/ledger';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { clean, Link } from '../../components/parts.tsx';
import { day, timeOfDay } from '../../lib/format.ts';

const refunds: Readonly<Record<LedgerEntry['reason'], string>> = {
  started: '',
  failed: 'refunded: the audit failed',
  cancelled: 'refunded: the audit was cancelled',
  shared: 'refunded: another measurement was shared',
};

function byWhat({ by }: LedgerEntry): string {
  if (by.kind === 'browser') return ', by browser';
  return by.kind === 'key' ? `, by key ${clean(by.name, 60)}` : '';
}

function Result({ entry: { status, score, grade } }: { entry: LedgerEntry }): ReactElement {
  if (score === null || grade === null)
    return <span className="quiet">{status === 'failed' ? 'failed' : 'under way'}</span>;
  return (
    <>
      <span className={`pill ${gradeClass(grade)}`}>{grade}</span> <span className="num">{score}</span>
    </>
  );
}

function Row({ entry }: { entry: LedgerEntry }): ReactElement {
  const isRefund = entry.credits < 0;
  return (
    <tr className={isRefund ? 'refund' : undefined}>
      <td className="num">
        <time dateTime={new Date(entry.at).toISOString()}>
          {day(entry.at).replace(/ \d{4}$/u, '')}, {timeOfDay(entry.at)}
        </time>
      </td>
      <th scope="row">
        <Link to={`/audits/${entry.auditId}`}>{clean(listedName(entry.domain), 520)}</Link>
        <span className="small quiet">{isRefund ? refunds[entry.reason] : `${entry.scanMode}${byWhat(entry)}`}</span>
      </th>
      <td>{isRefund ? null : <Result entry={entry} />}</td>
      <td className="end num">{isRefund ? '+1' : '−1'}</td>
    </tr>
  );
}

/** Charges and refunds, newest first. */
export function LedgerTable({ ledger, isFirstPage }: { ledger: Ledger; isFirstPage: boolean }): ReactElement {
  const { entries, nextCursor } = ledger;
  if (entries.length === 0) return <p className="quiet">No audits yet.</p>;
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label="Table of charges and refunds">
        <table className="table ledger">
          <caption className="hidden-visually">Charges and refunds, newest first</caption>
          <thead>
            <tr>
              <th scope="col">When (UTC)</th>
              <th scope="col">Audit</th>
              <th scope="col">Result</th>
              <th scope="col" className="end">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {isFirstPage && nextCursor === null ? null : (
        <p className="row small">
          {isFirstPage ? null : <Link to="/settings/usage#ledger">Newest</Link>}
          {nextCursor === null ? null : <Link to={`/settings/usage?cursor=${nextCursor}#ledger`}>Older</Link>}
        </p>
      )}
    </>
  );
}
