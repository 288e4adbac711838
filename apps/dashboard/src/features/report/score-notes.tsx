import type { Report } from '@perimeter/contract/report';
import { checkTitles, titledReasonsAgainstAPlus } from '@perimeter/report/verdict/not-a-plus';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { clean } from '../../components/parts.tsx';
import { anchorOf } from './report-view.ts';

type Score = Report['score'];

/** The limits that hold the score down now. */
function Limits({ score }: { score: Score }): ReactElement | null {
  const binding = score.uncapped > score.total ? score.caps.filter(({ limit }) => limit === score.total) : [];
  if (binding.length === 0) return null;
  return (
    <div>
      <h3>Limits</h3>
      <p className="small quiet">{`Held at ${score.total}; without limits it is ${score.uncapped}.`}</p>
      <ul>
        {binding.map(({ limit, checkId, reason }) => (
          <li key={`${limit} ${checkId ?? reason}`}>
            <b>{limit}</b>
            <span>
              {clean(reason, 300)}{' '}
              {checkId === null ? null : (
                <a href={`#${anchorOf(checkId)}`} className="mono">
                  {clean(checkId, 100)}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The limits that hold the score, and why an A is no A+: each only where it binds. */
export function ScoreNotes({ report }: { report: Report }): ReactElement {
  const reasons = titledReasonsAgainstAPlus(report, checkTitles(report));
  return (
    <div className="notes">
      <Limits score={report.score} />
      {reasons.length === 0 ? null : (
        <div>
          <h3>Why not A+</h3>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon name="cross" size={13} />
                <span>{clean(reason, 400).replaceAll(' %', '\u00A0%')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
