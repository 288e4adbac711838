import { categoryTitles } from '@perimeter/contract/category';
import type { Confidence, Finding } from '@perimeter/contract/finding';
import { referenceUrl } from './reference.ts';
import type { ReactElement } from 'react';
import { clean, Link } from '../../components/parts.tsx';
import { SeverityShape, severityTitles } from '../../components/severity.tsx';
import { counted, points } from '../../lib/format.ts';
import { auditPath } from '../../lib/sample.ts';
import { AcceptButton, AcceptedNote, AcceptedTag } from './accepted/accepted-issue.tsx';
import { AnswerLink, AnswerNotes, AnswerTag } from './answers/issue-answers.tsx';
import { cvssWords } from './cvss-words.ts';
import { Evidence } from './evidence.tsx';
import { Fix, Prose } from './prose.tsx';
import type { Issue, ReportView } from './report-view.ts';

/** Places and lines that stand in the report itself: the rule of the PDF. The page of the check has them all. */
const maxPlaces = 3;
const maxLines = 28;

const confidenceTexts: Readonly<Record<Confidence, string>> = {
  confirmed: 'Confirmed: seen on the wire',
  firm: 'Firm: version or path matches',
  potential: 'Potential: needs a person to look',
};

/** The points of an issue as a bar and a number. */
function Cost({ issue, most }: { issue: Issue; most: number }): ReactElement {
  const { milliPoints } = issue;
  if (milliPoints === null || milliPoints <= 0) return <span className="cost" />;
  const width = Math.max(3, (100 * milliPoints) / Math.max(most, 1));
  return (
    <span className="cost">
      <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="value" x={100 - width} width={width} height="10" />
      </svg>
      <span>
        −{(milliPoints / 1_000).toFixed(1)}
        <span className="hidden-visually"> points</span>
      </span>
    </span>
  );
}

const Summary = ({ issue, most, view }: { issue: Issue; most: number; view: ReportView }): ReactElement => {
  const [first] = issue.places;
  const { severity, title, checkId, category, cvss } = first;
  return (
    <summary>
      <SeverityShape severity={severity} />
      <span>
        <span className="hidden-visually">{severityTitles[severity]}: </span>
        <span className="name">{clean(title)}</span>
        <span className="meta">
          <span>{categoryTitles[category]}</span>
          <span className="mono">{clean(checkId)}</span>
          {issue.places.length === 1 ? null : <span>{counted(issue.places.length, 'finding')}</span>}
          <AcceptedTag issue={issue} view={view} />
          <AnswerTag checkId={checkId} view={view} />
        </span>
      </span>
      <Cost issue={issue} most={most} />
      <span className="score">
        <span className="hidden-visually">CVSS 4.0: </span>
        {cvss.toFixed(1)}
      </span>
    </summary>
  );
};

function scoreText({ milliPoints, fixed }: Issue, total: number): string {
  const takes = milliPoints === null || milliPoints === 0 ? 'Takes no points.' : `Takes ${points(milliPoints)} points.`;
  if (fixed === null) return takes;
  const alone = fixed.total === total ? `the score stays ${total}` : `${total} becomes ${fixed.total}`;
  return `${takes} Fixed alone, ${alone}.`;
}

function Facts({ issue, total, auditId }: { issue: Issue; total: number; auditId: string }): ReactElement {
  const [{ checkId, cwe, confidence, cvssVector, references }] = issue.places;
  return (
    <dl className="facts">
      <div>
        <dt>Check</dt>
        <dd className="mono">
          <Link to={`${auditPath(auditId)}/checks/${checkId}`}>{clean(checkId)}</Link>
        </dd>
      </div>
      <div>
        <dt>Score</dt>
        <dd>{scoreText(issue, total)}</dd>
      </div>
      {cwe.length === 0 ? null : (
        <div>
          <dt>Weakness</dt>
          <dd>
            {cwe.map((number, index) => (
              <span key={number}>
                {index === 0 ? '' : ', '}
                <a href={`https://cwe.mitre.org/data/definitions/${number}.html`} rel="noreferrer">
                  CWE-{number}
                </a>
              </span>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>Confidence</dt>
        <dd>{confidenceTexts[confidence]}</dd>
      </div>
      <div>
        <dt>CVSS 4.0</dt>
        <dd className="metrics">
          {cvssWords(cvssVector).flatMap(([title, value]) => [
            <span key={title}>{title}</span>,
            <span key={`${title} value`}>{value}</span>,
          ])}
        </dd>
      </div>
      {references.length === 0 ? null : (
        <div>
          <dt>References</dt>
          <dd>
            {references.map((url) => (
              <a key={url} className="reference" href={referenceUrl(url)} rel="noreferrer">
                {clean(url.replace(/^https:\/\//u, ''), 120)}
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

const Place = ({ finding, lines }: { finding: Finding; lines: number }): ReactElement => (
  <>
    <p>{clean(finding.description)}</p>
    <Evidence finding={finding} maxLines={lines} />
  </>
);

/** What an issue is, why it matters and how to fix it, with the places that are given. */
export function IssueBody({
  issue,
  view,
  places,
  lines,
}: {
  issue: Issue;
  view: ReportView;
  places: readonly Finding[];
  lines: number;
}): ReactElement {
  const [first] = issue.places;
  const { remediation, checkId } = first;
  const { id, score } = view.report;
  const left = issue.places.length - places.length;
  return (
    <div className="body">
      <div className="text">
        <div className="why">
          <h4 className="caps">Why it matters</h4>
          <Prose markdown={remediation.why} />
        </div>
        <AcceptedNote issue={issue} view={view} />
        <AnswerNotes checkId={checkId} view={view} />
        {view.shared?.isRedacted === true ? (
          <p className="quiet">Evidence and hosts are left out of this link.</p>
        ) : (
          places.map((finding) => <Place key={finding.id} finding={finding} lines={lines} />)
        )}
        {left > 0 && view.shared?.isRedacted !== true ? (
          <p className="small">
            <Link
              to={`${auditPath(id)}/checks/${checkId}`}
            >{`All ${counted(issue.places.length, 'finding')} of this issue`}</Link>
          </p>
        ) : null}
      </div>
      <Facts issue={issue} total={score.total} auditId={id} />
      <div className="full">
        <h4 className="caps">How to fix</h4>
        <Fix markdown={remediation.fix} name={issue.anchor} />
      </div>
      {remediation.acceptable === '' ? null : (
        <div className="full">
          <h4 className="caps">When this risk can be accepted</h4>
          <Prose markdown={remediation.acceptable} className="small quiet" />
        </div>
      )}
    </div>
  );
}

/** One issue of the list, closed until somebody opens it. */
export const FindingGroup = ({ issue, view, most }: { issue: Issue; view: ReportView; most: number }): ReactElement => {
  const [{ severity, category }] = issue.places;
  return (
    <details className={`finding ${severity}`} id={issue.anchor} data-severity={severity} data-category={category}>
      <Summary issue={issue} most={most} view={view} />
      <IssueBody issue={issue} view={view} places={issue.places.slice(0, maxPlaces)} lines={maxLines} />
      <p className="small tail">
        <a href={`#${issue.anchor}`}>Link to this issue</a>
        <AcceptButton issue={issue} view={view} />
        <AnswerLink issue={issue} view={view} />
      </p>
    </details>
  );
};
