import type { ReactElement } from 'react';

/** A change of a score as arrow, sign and number. */
export function Delta({ points, none }: { points: number | null; none: string }): ReactElement {
  if (points === null) return <span className="quiet small">{none}</span>;
  if (points === 0) return <span className="delta same">= same</span>;
  return <span className={`delta ${points > 0 ? 'up' : 'down'}`}>{points > 0 ? `↑ +${points}` : `↓ −${-points}`}</span>;
}
