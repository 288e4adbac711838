import type { ChangedFinding, DomainChanges, InventoryChange, MovedFinding } from '@perimeter/contract/domains';
import type { ReactElement } from 'react';
import { clean, Link, Notice, Time } from '../../components/parts.tsx';
import { SeverityTag } from '../../components/severity.tsx';
import { inventoryTitles } from './events.tsx';

const groups = [
  ['new', '+ new', 'down'],
  ['newlySeen', '? newly seen', 'same'],
  ['worse', '↑ worse', 'down'],
  ['better', '↓ better', 'up'],
  ['gone', '✓ gone', 'up'],
  ['noLongerApplies', '− no longer applies', 'same'],
  ['notAnswered', '? not answered this time', 'same'],
] as const;

/** Rows of one group that the page shows; the report has the others. */
const most = 50;

/** Groups that are counted only where they have places. */
const quietGroups: ReadonlySet<string> = new Set(['newlySeen', 'worse', 'better', 'notAnswered']);
/** Groups whose places are in the later audit. */
const laterGroups: ReadonlySet<string> = new Set(['new', 'newlySeen', 'worse', 'better']);

interface GroupProps {
  title: string;
  tone: string;
  findings: readonly (ChangedFinding & Partial<MovedFinding>)[];
  auditId: string;
}

const Rows = ({ title, tone, findings, auditId }: GroupProps): ReactElement => (
  <>
    {findings.slice(0, most).map((finding) => (
      <tr key={finding.fingerprint}>
        <td>
          <span className={`delta ${tone}`}>{title}</span>
        </td>
        <td>
          <SeverityTag severity={finding.severity} />
          {finding.was === undefined ? null : <small className="quiet">{`was ${finding.was}`}</small>}
        </td>
        <th scope="row">
          <Link to={`/audits/${auditId}/checks/${finding.checkId}`}>{clean(finding.title, 200)}</Link>
          <small className="quiet">
            <span className="mono">{finding.checkId}</span> at {clean(finding.affectedUrl, 120)}
          </small>
        </th>
      </tr>
    ))}
    {findings.length > most ? (
      <tr>
        <td colSpan={3} className="quiet">{`${findings.length - most} more: ${title}`}</td>
      </tr>
    ) : null}
  </>
);

function Counts({ changes }: { changes: DomainChanges }): ReactElement {
  return (
    <p className="row small push">
      {groups.map(([key, title, tone]) =>
        changes[key].length === 0 && quietGroups.has(key) ? null : (
          <span key={key} className={`delta ${changes[key].length === 0 ? 'same' : tone}`}>
            {`${title.slice(0, 1)} ${changes[key].length} ${title.slice(2)}`}
          </span>
        ),
      )}
      <span className="delta same">{`= ${changes.still.length} still there`}</span>
    </p>
  );
}

const Values = ({ values }: { values: readonly string[] }): ReactElement =>
  values.length === 0 ? (
    <span className="quiet">none</span>
  ) : (
    <>
      {values.map((value) => (
        <div key={value} className="mono small">
          {clean(value, 200)}
        </div>
      ))}
    </>
  );

/** What else is not as it was: records, certificates and ports, before and after. */
const Inventory = ({ changes }: { changes: readonly InventoryChange[] }): ReactElement => (
  <div className="scroll">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Inventory</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, name, before, after }) => (
          <tr key={`${kind} ${name}`}>
            <th scope="row">
              {inventoryTitles[kind]}
              <small className="quiet">{clean(name, 253)}</small>
            </th>
            <td>
              <Values values={before} />
            </td>
            <td>
              <Values values={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** What the latest audit found that the one before it did not, and what became of the rest. */
export function Changes({ changes }: { changes: DomainChanges }): ReactElement {
  const changed = groups.reduce((sum, [key]) => sum + changes[key].length, 0);
  return (
    <section className="panel" aria-labelledby="changes">
      <header>
        <h2 id="changes">What changed</h2>
        <span className="quiet small">
          from <Time at={changes.from.completedAt} /> to <Time at={changes.to.completedAt} />
        </span>
        <Counts changes={changes} />
      </header>
      {changes.sameKind ? null : (
        <Notice title="One of these audits looked further" icon="info">
          Their mode or the stated authority differ, so that findings may be new without a change of the site.
        </Notice>
      )}
      {changes.policyChanged ? (
        <Notice title="The scoring policy changed in between" icon="info">
          {`The scores of policy ${clean(changes.from.policyVersion, 20)} and ${clean(changes.to.policyVersion, 20)} cannot be compared; findings can.`}
        </Notice>
      ) : null}
      {changed === 0 ? (
        <p className="quiet">No finding changed between these audits.</p>
      ) : (
        <div className="scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Change</th>
                <th scope="col">Severity</th>
                <th scope="col">Weakness</th>
              </tr>
            </thead>
            <tbody>
              {groups.map(([key, title, tone]) => (
                <Rows
                  key={key}
                  title={title}
                  tone={tone}
                  findings={changes[key]}
                  auditId={laterGroups.has(key) ? changes.to.id : changes.from.id}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changes.inventory.length === 0 ? null : <Inventory changes={changes.inventory} />}
    </section>
  );
}
