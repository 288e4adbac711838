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

function AuditRow({ audit, isOldest }: { audit: ScoredAudit; isOldest: boolean }): ReactElement {
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
      <td>
        <span className="score">{audit.score}</span> <Uncapped score={audit.score} uncapped={audit.uncapped} />
      </td>
      <td>
        <Delta points={audit.change} none={isOldest ? 'first audit' : 'another policy or mode'} />
      </td>
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
export const Audits = ({ audits, areOldest }: { audits: readonly ScoredAudit[]; areOldest: boolean }): ReactElement => (
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
            <AuditRow key={audit.id} audit={audit} isOldest={areOldest && at === audits.length - 1} />
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
