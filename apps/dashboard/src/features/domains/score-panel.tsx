import { policyMajor } from '@perimeter/contract/score';
import type { ReactElement } from 'react';
import type { DomainProps } from '../../lib/domain-props.ts';
import { kindOf } from './audits-table.tsx';
import { EventfulScores } from './events.tsx';

/** What stands where there is no line yet, or none any more: the last page of a long history may hold one audit. */
const alone = (areOldest: boolean, isFirstPage: boolean): string =>
  areOldest && isFirstPage
    ? 'First audit: the next one begins a line, and says what changed.'
    : `${areOldest ? 'The first audit' : 'One audit'}: the line is on the page of later ones.`;

/** The line of the scores, with what happened beside it. */
export function ScorePanel({
  audits,
  isFirstPage,
  ...happened
}: Parameters<typeof EventfulScores>[0] & Pick<DomainProps, 'isFirstPage'>): ReactElement {
  const policies = new Set(audits.map(({ policyVersion }) => policyMajor(policyVersion)));
  return (
    <section className="panel" aria-labelledby="score">
      <header>
        <h2 id="score">Score</h2>
        <span className="quiet small push">{[...new Set(audits.map(kindOf))].join('; ')}</span>
      </header>
      {audits.length < 2 ? (
        <p className="quiet">{alone(happened.areOldest, isFirstPage)}</p>
      ) : (
        <EventfulScores audits={audits} {...happened} />
      )}
      {policies.size < 2 ? null : (
        <p className="small quiet">
          The line is broken where the scoring policy changed, because the numbers before and after mean different
          things.
        </p>
      )}
    </section>
  );
}
