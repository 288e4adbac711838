import { policyMajor } from '@perimeter/contract/score';
import type { ReactElement } from 'react';
import { Mark, Uncapped } from '../../components/dial.tsx';
import { Link, Time } from '../../components/parts.tsx';
import { severities, SeverityTag } from '../../components/severity.tsx';
import { counted } from '../../lib/format.ts';
import { Delta } from './delta.tsx';
import type { ScoredAudit } from './score-chart.tsx';

/** Which kind of audit it was. */
export const kindOf = ({ scanMode, authority }: ScoredAudit): string =>
  `${scanMode}${authority ? ', with authority' : ''}`;

/** The audit before this one that its score can be compared with: the same major version of the policy, and the same kind. */
const before = (audit: ScoredAudit, older: readonly ScoredAudit[]): ScoredAudit | undefined =>
  older.find(
    (one) => policyMajor(one.policyVersion) === policyMajor(audit.policyVersion) && kindOf(one) === kindOf(audit),
  );

function changeOf(audit: ScoredAudit, older: readonly ScoredAudit[]): ReactElement {
  const earlier = before(audit, older);
  const none = older.length === 0 ? 'first audit' : 'another policy or mode';
  return <Delta points={earlier === undefined ? null : audit.score - earlier.score} none={none} />;
}

function AuditRow({ audit, older }: { audit: ScoredAudit; older: readonly ScoredAudit[] }): ReactElement {
  const { issues: counts } = audit;
  return (
    <tr>
      <td>
        <Mark
          value={audit.score}
          text={audit.grade ?? ''}
          grade={audit.grade}
          isProvisional={audit.gradeStatus === 'provisional'}
          label={`Grade ${audit.grade ?? 'unknown'}`}
        />
      </td>
      <th scope="row">
        {audit.reportAvailable ? (
          <Link to={`/audits/${audit.id}`}>
            <Time at={audit.endedAt} />
          </Link>
        ) : (
          <>
            <Time at={audit.endedAt} /> <span className="tag">report deleted</span>
          </>
        )}
      </th>
      <td className="score">
        {audit.score} <Uncapped score={audit.score} uncapped={audit.uncapped} />
      </td>
      <td>{changeOf(audit, older)}</td>
      <td>{kindOf(audit)}</td>
      <td>{audit.checksExecuted}</td>
      <td>
        {counts === null
          ? counted(audit.findingsCount, 'finding')
          : severities
              .filter((severity) => counts[severity] > 0)
              .map((severity) => (
                <SeverityTag key={severity} severity={severity}>
                  <span className="hidden-visually">{`${severity}: `}</span>
                  {counts[severity]}
                </SeverityTag>
              ))}
      </td>
      <td className="end">{audit.policyVersion ?? 'unknown'}</td>
    </tr>
  );
}

const columns = ['Grade', 'Measured', 'Score', 'Change', 'Mode', 'Checks', 'Issues'];

/** The audits of a domain as a table, newest first. */
export const Audits = ({ audits }: { audits: readonly ScoredAudit[] }): ReactElement => (
  <section className="panel" aria-labelledby="audits">
    <header>
      <h2 id="audits">Audits</h2>
    </header>
    <div className="scroll">
      <table className="table domains">
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col" className="end">
              Policy
            </th>
          </tr>
        </thead>
        <tbody>
          {audits.map((audit, at) => (
            <AuditRow key={audit.id} audit={audit} older={audits.slice(at + 1)} />
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
