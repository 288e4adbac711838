import { categoryKey, categoryTitles, pillarOfCategory } from '@perimeter/contract/category';
import type { ComparedTarget, ManyCompared, SharedIssue } from '@perimeter/contract/compare';
import { policyMajor } from '@perimeter/contract/score';
import { listedName } from '@perimeter/report/verdict/names';
import type { ReactElement, ReactNode } from 'react';
import { Mark, Uncapped } from '../../components/dial.tsx';
import { clean, Link, Notice, Part, Time } from '../../components/parts.tsx';
import { severities, SeverityTag } from '../../components/severity.tsx';
import { counted } from '../../lib/format.ts';

const Heads = ({ targets }: { targets: readonly ComparedTarget[] }): ReactElement => (
  <>
    {targets.map(({ domain }) => (
      <th key={domain} scope="col" className="name">
        <Link to={`/domains/${domain}`}>{clean(listedName(domain), 520)}</Link>
      </th>
    ))}
  </>
);

const kindOf = ({ scanMode, authority }: ComparedTarget): string =>
  authority === true ? `${scanMode}, with authority` : scanMode;

const gradeMark = ({ score, grade, gradeStatus }: ComparedTarget): ReactNode => (
  <Mark
    value={score}
    text={grade}
    grade={grade}
    isProvisional={gradeStatus === 'provisional'}
    label={`Grade ${grade}`}
  />
);

const scoreCell = ({ score, uncapped }: ComparedTarget): ReactNode => (
  <>
    {score} <Uncapped score={score} uncapped={uncapped} />
  </>
);

const measuredAt = ({ completedAt }: ComparedTarget): ReactNode => <Time at={completedAt} />;

interface RowOf {
  key: string;
  title: ReactNode;
  show: (target: ComparedTarget) => ReactNode;
}

/** What is compared, from the grade to the time of measurement. */
const rows: readonly RowOf[] = [
  { key: 'grade', title: 'Grade', show: gradeMark },
  { key: 'score', title: 'Score', show: scoreCell },
  ...categoryKey.options.map((category): RowOf => ({
    key: category,
    title: categoryTitles[category],
    show: ({ pillars }) => {
      const { status, score } = pillars[pillarOfCategory[category]];
      return status === 'unknown' ? <span className="quiet small">not assessed</span> : score;
    },
  })),
  ...severities.map((severity): RowOf => ({
    key: severity,
    title: <SeverityTag severity={severity} />,
    show: ({ issues }) => issues[severity],
  })),
  { key: 'mode', title: 'Mode', show: kindOf },
  { key: 'measured', title: 'Measured', show: measuredAt },
];

const Scores = ({ targets }: { targets: readonly ComparedTarget[] }): ReactElement => (
  <div className="scroll">
    <table className="table">
      <caption className="hidden-visually">Scores, categories and issues, best score first</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="hidden-visually">What is compared</span>
          </th>
          <Heads targets={targets} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, show }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            {targets.map((target) => (
              <td key={target.domain} className="num">
                {show(target)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Issues = ({ targets, issues, issuesLeft }: ManyCompared): ReactElement => (
  <div className="scroll">
    <table className="table domains">
      <caption className="hidden-visually">Issues, and findings of each at the domains</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col">Severity</th>
          <Heads targets={targets} />
        </tr>
      </thead>
      <tbody>
        {issues.map(({ checkId, title, severity, counts }: SharedIssue) => (
          <tr key={checkId}>
            <th scope="row">
              <Link to={`/checks/${checkId}`}>{clean(title, 200)}</Link>
            </th>
            <td>
              <SeverityTag severity={severity} />
            </td>
            {counts.map((count, at) => (
              <td key={targets[at]?.domain ?? at} className="num">
                {count === null ? 'not shown' : count === 0 ? '–' : count}
              </td>
            ))}
          </tr>
        ))}
        {issuesLeft === 0 ? null : (
          <tr>
            <td colSpan={targets.length + 2} className="quiet">{`${issuesLeft} more`}</td>
          </tr>
        )}
      </tbody>
    </table>
  </div>
);

/** How many are compared. */
export const ManyHead = ({ many }: { many: ManyCompared }): ReactElement => (
  <div className="band-main whole">
    <div className="band-text">
      <h1 id="t">{`${counted(many.targets.length, 'domain')} compared`}</h1>
    </div>
  </div>
);

/** Several domains beside each other, by their latest audits. */
export function Many({ many }: { many: ManyCompared }): ReactElement {
  const { targets, left, issues } = many;
  const policies = new Set(targets.map(({ policyVersion }) => policyMajor(policyVersion)));
  return (
    <div className="wrap">
      {left.length === 0 ? null : (
        <Notice title="Left out" icon="info">
          <ul>
            {left.map(({ domain, reason }) => (
              <li key={domain}>{`${clean(listedName(domain), 520)}: ${clean(reason, 200)}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      {policies.size < 2 ? null : (
        <Notice title="The scoring policies differ" icon="info">
          Their scores cannot be compared; issues can. Audit the domains again to compare their scores.
        </Notice>
      )}
      {targets.length === 0 ? null : (
        <>
          <Part id="pillars" title="Scores" about="Best first, by the latest completed audits.">
            <Scores targets={targets} />
          </Part>
          <Part id="issues" title="Issues" about="The number of findings of each failed check in your own audits.">
            {issues.length === 0 ? <p className="quiet">No issue to compare.</p> : <Issues {...many} />}
          </Part>
        </>
      )}
    </div>
  );
}
