import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import type { ReactElement } from 'react';
import { gradeClass, Mark } from '../../components/dial.tsx';

const hatch = Array.from({ length: 35 }, (_, index) => `M${index * 3 - 3} 10L${index * 3} 0`).join('');

/** A bar that says that there is no number. */
const NoBar = (): ReactElement => (
  <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <path className="hatch" d={hatch} vectorEffect="non-scaling-stroke" />
  </svg>
);

/** Why a category has no number. */
function reasonOf({ modules, coverage }: Report, key: CategoryKey): string {
  const { applicable, concluded } = coverage.categories[key];
  const hasChecks = modules.some((module) => module.category === key && module.checks.length > 0);
  if (!hasChecks) return 'No checks in this version, so it is not part of the score';
  return applicable === 0
    ? 'None of its checks applies to this domain'
    : `Only ${concluded} of ${applicable} applicable checks had a result`;
}

function Unassessed({ report, name }: { report: Report; name: CategoryKey }): ReactElement {
  const standing = standingOf(report, name);
  const words = standing === 'assessed' ? '' : standingTexts[standing];
  return (
    <li className="category">
      <Mark value={null} text="–" grade={null} label={words} />
      <h3>{categoryTitles[name]}</h3>
      <span className="quiet small">{words}</span>
      <NoBar />
      <p>{reasonOf(report, name)}</p>
    </li>
  );
}

function Assessed({ report, name }: { report: Report; name: CategoryKey }): ReactElement | null {
  const { score, coverage } = report;
  const [value, grade] = [score.categories[name], score.categoryGrades[name]];
  const { applicable, concluded, passed } = coverage.categories[name];
  const open = applicable - concluded;
  if (grade === undefined) return null;
  return (
    <li className="category">
      <Mark value={value} text={grade} grade={grade} label={`Grade ${grade}`} />
      <h3>{categoryTitles[name]}</h3>
      <span className="points">{value}</span>
      <svg className={`bar ${gradeClass(grade)}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="value" width={value} height="10" />
      </svg>
      <p>
        {passed} of {applicable} applicable checks passed{open > 0 ? `, ${open} inconclusive` : ''}
      </p>
    </li>
  );
}

/** The four categories; one that was not assessed has no number. */
export const Categories = ({ report }: { report: Report }): ReactElement => (
  <ul className="categories">
    {categoryKey.options.map((key) =>
      standingOf(report, key) === 'assessed' ? (
        <Assessed key={key} report={report} name={key} />
      ) : (
        <Unassessed key={key} report={report} name={key} />
      ),
    )}
  </ul>
);
