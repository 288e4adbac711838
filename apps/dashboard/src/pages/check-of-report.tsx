import { firstName } from '@perimeter/report/verdict/names';
import { categoryTitles } from '@perimeter/contract/category';
import type { ModuleResult, OutcomeKind } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { clean, Link, Part } from '../components/parts.tsx';
import { SeverityTag, severityTitles } from '../components/severity.tsx';
import { CheckProse } from '../features/checks/check-prose.tsx';
import { AnswerPart } from '../features/report/answers/answers.tsx';
import { Evidence } from '../features/report/evidence.tsx';
import { IssueBody } from '../features/report/finding-group.tsx';
import { viewOf, type Issue, type ReportView } from '../features/report/report-view.ts';
import { counted } from '../lib/format.ts';
import type { CheckOfReportProps } from '../lib/props.ts';
import { auditPath } from '../lib/sample.ts';
import { MissingPartError } from './missing-part.ts';

/** Findings of one page. */
const perPage = 50;
const allLines = 10_000;

const outcomeTexts: Readonly<Record<OutcomeKind, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  informational: 'Informational',
  inconclusive: 'Inconclusive',
  'not-applicable': 'Not applicable',
};

function Pages({ count, page, path }: { count: number; page: number; path: string }): ReactElement | null {
  const last = Math.ceil(count / perPage);
  if (last < 2) return null;
  return (
    <nav className="pages row" aria-label="Pages">
      {page > 1 ? <Link to={`${path}?page=${page - 1}`}>Previous</Link> : null}
      <span className="quiet">
        Page {page} of {last}
      </span>
      {page < last ? <Link to={`${path}?page=${page + 1}`}>Next</Link> : null}
    </nav>
  );
}

function Failed({
  view,
  issues,
  page,
  path,
}: {
  view: ReportView;
  issues: readonly Issue[];
  page: number;
  path: string;
}): ReactElement {
  const [first] = issues;
  const all = issues.flatMap(({ places }) => [...places]);
  const shown = all.slice((page - 1) * perPage, page * perPage);
  if (first === undefined) return <></>;
  return (
    <>
      <p className="row">
        <SeverityTag severity={first.places[0].severity}>
          {`${severityTitles[first.places[0].severity]} ${first.places[0].cvss.toFixed(1)}`}
        </SeverityTag>
        <span className="quiet">{counted(all.length, 'finding')}</span>
      </p>
      <div className={first.places[0].severity}>
        <h3 className="hidden-visually">Findings</h3>
        <IssueBody
          issue={{ ...first, places: [first.places[0], ...all.slice(1)] }}
          view={view}
          places={shown}
          lines={allLines}
        />
      </div>
      <Pages count={all.length} page={page} path={path} />
    </>
  );
}

function Observed({ report, checkId }: Pick<CheckOfReportProps, 'report' | 'checkId'>): ReactElement {
  const own = report.observations.filter((one) => one.checkId === checkId).slice(0, 200);
  return (
    <>
      {own.map((one) => (
        <div key={one.id} className="observed">
          <p>{clean(one.description)}</p>
          <Evidence finding={one} maxLines={allLines} />
        </div>
      ))}
    </>
  );
}

const resultOf = (modules: readonly ModuleResult[], checkId: string) =>
  modules
    .flatMap((module) => module.checks.map((check) => ({ module, check })))
    .find(({ check }) => check.id === checkId);

/** One check of a report with all its findings, or why it passed or has no result. */
export function CheckOfReportPage(props: CheckOfReportProps): ReactElement {
  const { report, checkId, entry, texts, page, shared } = props;
  const view = viewOf(report, { shared });
  const found = resultOf(report.modules, checkId);
  const issues = view.issues.filter(({ places }) => places[0].checkId === checkId);
  const isObserved = report.observations.some((one) => one.checkId === checkId);
  if (entry === null && found === undefined && issues.length === 0 && !isObserved) throw new MissingPartError();
  const title = issues[0]?.places[0].title ?? found?.check.title ?? entry?.title ?? checkId;
  const outcome = found?.check.outcome ?? (issues.length > 0 ? 'fail' : 'not-applicable');
  return (
    <Document title={`${clean(title, 200)} · ${clean(firstName(report), 253)}`}>
      <div className="wrap page">
        <nav aria-label="Path" className="path small">
          <Link to={`${auditPath(report.id)}#findings`}>{clean(firstName(report), 253)}</Link>
          <span aria-hidden="true"> / </span>
          <span>
            {found === undefined ? 'Check' : `${categoryTitles[found.module.category]}, ${found.module.title}`}
          </span>
        </nav>
        <div className="page-head">
          <div>
            <h1>{clean(title, 300)}</h1>
            <p>
              <span className="mono">{clean(checkId, 100)}</span>
            </p>
          </div>
        </div>
        <Part id="result" title="Result" about={<Link to={`/checks/${checkId}`}>This check in the catalogue</Link>}>
          <p>
            <b>{outcomeTexts[outcome]}</b>
            {found === undefined || found.check.reason === '' ? '' : `: ${clean(found.check.reason, 1_000)}`}
          </p>
          {issues.length > 0 ? (
            <Failed view={view} issues={issues} page={page} path={`${auditPath(report.id)}/checks/${checkId}`} />
          ) : (
            <Observed report={report} checkId={checkId} />
          )}
        </Part>
        {issues.length > 0 ? <AnswerPart checkId={checkId} view={view} /> : null}
        {issues.length > 0 || texts === null ? null : (
          <Part id="check" title="About this check" about={entry === null ? undefined : clean(entry.title, 300)}>
            <CheckProse texts={texts} name={checkId} />
          </Part>
        )}
      </div>
    </Document>
  );
}
