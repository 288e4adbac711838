import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { ModuleResult, OutcomeKind, Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { clean, Link } from '../../components/parts.tsx';
import { counted } from '../../lib/format.ts';
import { auditPath } from '../../lib/sample.ts';

const outcomes = ['pass', 'fail', 'informational', 'inconclusive', 'not-applicable'] as const satisfies OutcomeKind[];

const words: Readonly<Record<OutcomeKind, { className: string; title: string }>> = {
  pass: { className: 'pass', title: 'passed' },
  fail: { className: 'fail', title: 'failed' },
  informational: { className: 'fact', title: 'informational' },
  inconclusive: { className: 'open', title: 'inconclusive' },
  'not-applicable': { className: 'na', title: 'not applicable' },
};

type Counts = Readonly<Record<OutcomeKind, number>>;

function count(modules: readonly ModuleResult[]): Counts {
  const checks = modules.flatMap((module) => module.checks);
  const of = (kind: OutcomeKind): number => checks.filter(({ outcome }) => outcome === kind).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    informational: of('informational'),
    inconclusive: of('inconclusive'),
    'not-applicable': of('not-applicable'),
  };
}

/** Outcomes as parts of one bar; failed ones are taller, so that colour is not the only sign. */
function OutcomeBar({ counts, tall = false }: { counts: Counts; tall?: boolean }): ReactElement {
  const total = Math.max(
    1,
    outcomes.reduce((sum, kind) => sum + counts[kind], 0),
  );
  const before = (index: number): number => outcomes.slice(0, index).reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <svg
      className={`bar parts${tall ? ' tall' : ''}`}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {outcomes.map((kind, index) => {
        const width = (100 * counts[kind]) / total;
        const x = (100 * before(index)) / total;
        return width === 0 ? null : (
          <rect
            key={kind}
            className={words[kind].className}
            x={x}
            width={Math.max(0.2, width - 0.3)}
            y={kind === 'fail' ? 0 : 2}
            height={kind === 'fail' ? 10 : 6}
          />
        );
      })}
    </svg>
  );
}

function Tile({ module, auditId }: { module: ModuleResult; auditId: string }): ReactElement {
  const counts = count([module]);
  const told = outcomes
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${words[kind].title}`)
    .join(', ');
  return (
    <li className="tile">
      <details className="tile-checks">
        <summary>
          <b>{module.title}</b>
          <OutcomeBar counts={counts} />
          <small>{`${told}, of ${module.checks.length}`}</small>
        </summary>
        <ul>
          {module.checks.map(({ id, title, outcome }) => (
            <li key={id}>
              <Link to={`${auditPath(auditId)}/checks/${id}`}>{clean(title, 300)}</Link>{' '}
              <span className="quiet">{words[outcome].title}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** How the checks divide, so that the numbers of this page add up. */
function sentence(counts: Counts, total: number): string {
  const applicable = total - counts['not-applicable'];
  return `${counted(total, 'check')}: ${applicable} are applicable, because the domain has what they are about, and ${applicable - counts.inconclusive} of these have a result.`;
}

function NotTested({ report }: { report: Report }): ReactElement | null {
  const { notTested } = report.coverage;
  if (notTested.length === 0) return null;
  return (
    <details className="more" open={notTested.length <= 8}>
      <summary>Not tested ({notTested.length})</summary>
      <table className="table wraps">
        <caption className="hidden-visually">Not tested, with the reason</caption>
        <thead>
          <tr>
            <th scope="col">Not tested</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {notTested.map(({ what, reason }, index) => (
            <tr key={index}>
              <th scope="row">{clean(what, 400)}</th>
              <td>{clean(reason, 600)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** What was checked with which result, and what was not tested. */
export function Coverage({ report }: { report: Report }): ReactElement {
  const modules = report.modules.filter(({ checks }) => checks.length > 0);
  const counts = count(modules);
  const total = outcomes.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <>
      <p>
        <b>{sentence(counts, total)}</b>
      </p>
      <OutcomeBar counts={counts} tall />
      <ul className="legend">
        {outcomes.map((kind) => (
          <li key={kind} className={words[kind].className}>
            <i />
            <span>
              <b className="num">{counts[kind]}</b> {words[kind].title}
            </span>
          </li>
        ))}
      </ul>
      <div className="modules">
        {categoryKey.options.map((key) => {
          const own = modules.filter(({ category }) => category === key);
          return own.length === 0 ? null : (
            <section key={key}>
              <h3>{categoryTitles[key]}</h3>
              <ul className="tiles">
                {own.map((module) => (
                  <Tile key={module.id} module={module} auditId={report.id} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <NotTested report={report} />
    </>
  );
}
