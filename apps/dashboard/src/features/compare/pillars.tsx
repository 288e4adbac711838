import { categoryKey, type CategoryKey, categoryTitles, pillarOfCategory } from '@perimeter/contract/category';
import { gradeOf } from '@perimeter/contract/grade';
import type { Comparison } from '@perimeter/contract/compare';
import { firstName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { gradeClass } from '../../components/dial.tsx';
import { clean } from '../../components/parts.tsx';

const Bar = ({ share, className, flipped }: { share: number; className: string; flipped: boolean }): ReactElement => (
  <svg className={`bar ${className}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect className="value" x={flipped ? 100 - share : 0} width={share} height="10" />
  </svg>
);

const classOf = (score: number): string => gradeClass(gradeOf(score));

function Pillar({ compared, name }: { compared: Comparison; name: CategoryKey }): ReactElement {
  const key = pillarOfCategory[name];
  const [a, b] = [compared.targetA.pillars[key], compared.targetB.pillars[key]];
  const [hasA, hasB] = [a.status !== 'unknown', b.status !== 'unknown'];
  const difference = a.score - b.score;
  const words =
    hasA && hasB
      ? difference === 0
        ? 'equal'
        : `${clean(firstName(difference > 0 ? compared.targetA : compared.targetB), 253)} by ${Math.abs(difference)}`
      : hasA || hasB
        ? 'assessed on one side only'
        : 'not assessed';
  return (
    <li>
      <span className={`score${hasA ? '' : ' quiet'}`}>{hasA ? a.score : '–'}</span>
      <Bar share={hasA ? a.score : 0} className={classOf(a.score)} flipped />
      <span className="what">
        {categoryTitles[name]}
        <small>{words}</small>
      </span>
      <Bar share={hasB ? b.score : 0} className={classOf(b.score)} flipped={false} />
      <span className={`score${hasB ? '' : ' quiet'}`}>{hasB ? b.score : '–'}</span>
    </li>
  );
}

/** The categories of two domains, mirrored about their names. */
export const Pillars = ({ compared }: { compared: Comparison }): ReactElement => (
  <ol className="mirror">
    {categoryKey.options.map((key) => (
      <Pillar key={key} compared={compared} name={key} />
    ))}
  </ol>
);
