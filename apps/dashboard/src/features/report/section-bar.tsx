import { firstName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Mark } from '../../components/dial.tsx';
import { clean } from '../../components/parts.tsx';
import { answersInView } from './answers/issue-answers.tsx';
import type { ReportView } from './report-view.ts';

const parts = (view: ReportView): readonly (readonly [id: string, title: string, count?: number])[] => [
  ['score', 'Score'],
  ['plan', 'Plan'],
  ['findings', 'Issues', view.issues.length],
  ...((view.accepted?.waivers.length ?? 0) === 0 ? [] : [['accepted', 'Accepted risks'] as const]),
  ...(answersInView(view).length === 0 && (view.shared?.answers ?? null) === null
    ? []
    : [['answer', 'Answers', answersInView(view).length] as const]),
  ...(view.report.observations.length === 0 ? [] : [['observations', 'Observations'] as const]),
  ...(view.shared?.isRedacted === true ? [] : [['seen', 'Collected data'] as const]),
  ['coverage', 'Coverage'],
  ['about', 'This report'],
];

/** The parts of a report, and whose it is once its first screen has gone. */
export const SectionBar = ({ view }: { view: ReportView }): ReactElement => {
  const { score } = view.report;
  return (
    <nav className="sections" aria-label="Parts of the report">
      <div className="wrap">
        <section-spy>
          <ul>
            {parts(view).map(([id, title, count]) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {title}
                  {count === undefined ? null : <span className="count"> {count}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section-spy>
        <span className="mini" aria-hidden="true">
          <b>{clean(firstName(view.report), 253)}</b>
          <Mark value={score.total} text={score.grade} grade={score.grade} label={`Grade ${score.grade}`} />
          <span className="serif num">{score.total}</span>
        </span>
      </div>
    </nav>
  );
};
