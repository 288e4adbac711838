import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { ReactElement } from 'react';
import { SeverityShape, severities, severityTitles } from '../../components/severity.tsx';
import { counted } from '../../lib/format.ts';
import { FindingGroup } from './finding-group.tsx';
import { isShown, type ReportView } from './report-view.ts';
import type { FindingFilter } from '../../lib/props.ts';

const isFiltered = ({ severities: wanted, category, text }: FindingFilter): boolean =>
  wanted.length > 0 || category !== '' || text !== '';

interface FilterProps {
  view: ReportView;
  filter: FindingFilter;
}

/** The filter as a form: without script the server filters. */
function Filter({ view, filter }: FilterProps): ReactElement {
  const counts = Object.groupBy(view.issues, ({ places }) => places[0].severity);
  const keys = new Set<CategoryKey>(view.issues.map(({ places }) => places[0].category));
  return (
    <form className="toolbar" role="search" aria-label="Filter issues" method="get" action="#findings">
      <fieldset className="toggles">
        <legend className="hidden-visually">Severity</legend>
        {severities.map((severity) => {
          const count = counts[severity]?.length ?? 0;
          return (
            <label key={severity} className={`toggle ${severity}`}>
              <input
                type="checkbox"
                name="severity"
                value={severity}
                disabled={count === 0}
                defaultChecked={filter.severities.includes(severity)}
              />
              <span>
                <SeverityShape severity={severity} size={12} />
                {severityTitles[severity]} <b>{count}</b>
              </span>
            </label>
          );
        })}
      </fieldset>
      <select name="category" aria-label="Category" defaultValue={filter.category}>
        <option value="">All categories</option>
        {categoryKey.options
          .filter((key) => keys.has(key))
          .map((key) => (
            <option key={key} value={key}>
              {categoryTitles[key]}
            </option>
          ))}
      </select>
      <span className="search">
        <input
          type="search"
          name="q"
          placeholder="Title, check, host or evidence"
          aria-label="Search issues"
          defaultValue={filter.text}
          maxLength={200}
        />
      </span>
      <button className="button" type="submit">
        Show
      </button>
    </form>
  );
}

/** All issues, worst first, with the filter that the reader set. */
export function Findings({ view, filter }: FilterProps): ReactElement {
  const { issues } = view;
  if (issues.length === 0)
    return (
      <p>
        <b>No issues found</b> in what was checked. <a href="#coverage">Coverage</a> lists what was not tested.
      </p>
    );
  const shown = issues.filter((issue) => isShown(issue, filter));
  const most = Math.max(...issues.map(({ milliPoints }) => milliPoints ?? 0));
  return (
    <finding-filter>
      <Filter view={view} filter={filter} />
      <p className="small quiet" role="status" data-shown="">
        {isFiltered(filter)
          ? `${shown.length} of ${counted(issues.length, 'issue')} shown`
          : counted(issues.length, 'issue')}
        {isFiltered(filter) ? (
          <>
            {'. '}
            <a href="?#findings">Show all</a>
          </>
        ) : null}
      </p>
      {severities.map((severity) => {
        const group = shown.filter(({ places }) => places[0].severity === severity);
        return group.length === 0 ? null : (
          <section key={severity} className="by-severity">
            <h3 className={`group ${severity}`}>
              {severityTitles[severity]} <small>{counted(group.length, 'issue')}</small>
            </h3>
            {group.map((issue) => (
              <FindingGroup key={issue.anchor} issue={issue} view={view} most={most} />
            ))}
          </section>
        );
      })}
    </finding-filter>
  );
}
