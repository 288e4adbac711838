import type { Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { Icon } from '../../components/icon.tsx';
import { clean } from '../../components/parts.tsx';
import { anchorOf } from './report-view.ts';

type Score = Report['score'];

function Caps({ score }: { score: Score }): ReactElement | null {
  if (score.caps.length === 0) return null;
  const holds = score.uncapped > score.total;
  return (
    <div>
      <h3>Caps</h3>
      <p className="small quiet">
        {holds
          ? `The lowest cap holds the score at ${score.total}; without caps it is ${score.uncapped}.`
          : `No cap lowers the score now: it is ${score.total} without them.`}
      </p>
      <ul>
        {score.caps.map(({ limit, checkId, reason }) => (
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

/** The caps on the score, and why the grade is not A+. */
export const ScoreNotes = ({ score }: { score: Score }): ReactElement => (
  <div className="notes">
    <Caps score={score} />
    {score.notAPlus.length === 0 ? null : (
      <div>
        <h3>Why not A+</h3>
        <ul>
          {score.notAPlus.map((reason) => (
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
