import { firstName, listedName } from '@perimeter/report/verdict/names';
import { pillarOfCategory, categoryKey, categoryTitles, type CategoryKey } from '@perimeter/contract/category';
import type { ComparedFinding, ComparedTarget, Comparison } from '@perimeter/contract/compare';
import { gradeOf } from '@perimeter/contract/grade';
import type { ReactElement } from 'react';
import { Dial, gradeClass, Uncapped } from '../components/dial.tsx';
import { Document } from '../components/document.tsx';
import { clean, Link, Notice, Part, Time } from '../components/parts.tsx';
import { SeverityTag, severities, severityTitles } from '../components/severity.tsx';
import { counted } from '../lib/format.ts';
import { useFrame } from '../lib/frame.ts';
import type { CompareProps } from '../lib/props.ts';

const query = (a: string, b: string): string =>
  `/compare?targetA=${encodeURIComponent(a)}&targetB=${encodeURIComponent(b)}`;

function Chooser({ targetA, targetB }: Pick<CompareProps, 'targetA' | 'targetB'>): ReactElement {
  const { base } = useFrame();
  return (
    <form className="band-top compare-form" action={`${base}/compare`} method="get">
      <label className="hidden-visually" htmlFor="ta">
        First domain
      </label>
      <input
        id="ta"
        name="targetA"
        type="text"
        inputMode="url"
        required
        defaultValue={targetA}
        placeholder="example.com"
      />
      <label className="hidden-visually" htmlFor="tb">
        Second domain
      </label>
      <input
        id="tb"
        name="targetB"
        type="text"
        inputMode="url"
        required
        defaultValue={targetB}
        placeholder="example.org"
      />
      <button className="button primary" type="submit">
        Compare
      </button>
      {targetA === '' || targetB === '' ? null : (
        <Link className="button" to={query(targetB, targetA)}>
          Swap
        </Link>
      )}
    </form>
  );
}

const Side = ({ target }: { target: ComparedTarget }): ReactElement => (
  <div className="duel-side">
    <p className="duel-name">{clean(listedName(target.domain), 520)}</p>
    <Dial
      value={target.score}
      grade={target.grade}
      of="of 100"
      chip={`Grade ${target.grade}`}
      isProvisional={target.gradeStatus === 'provisional'}
      label={`${clean(firstName(target), 253)}: ${target.score} of 100, grade ${target.grade}`}
    />
    <Uncapped score={target.score} uncapped={target.uncapped} />
    {target.gradeStatus === 'provisional' ? <span className="tag">Provisional</span> : null}
  </div>
);

const leadText = ({ lead, delta }: Comparison): string =>
  lead === null
    ? 'Both have the same score'
    : `${clean(firstName({ domain: lead }), 253)} leads by ${counted(Math.abs(delta), 'point')}`;

/** Why one of two equal scores is better. */
function tieText({ tieBreak, targetA, targetB }: Comparison): string {
  if (tieBreak === null) return '';
  const name = clean(firstName({ domain: tieBreak.lead }), 253);
  const points = counted(Math.abs(targetA.uncapped - targetB.uncapped), 'point');
  return tieBreak.by === 'uncapped'
    ? `Without limits ${name} leads by ${points}. `
    : `${name} leads: it has fewer issues of the highest severity in which they differ. `;
}

/** How far an audit looked: deep ones with authority see most. */
const kindOf = ({ scanMode, authority }: ComparedTarget): string =>
  scanMode === 'deep' && authority === true ? 'deep, with authority' : scanMode;

const Duel = ({ compared }: { compared: Comparison }): ReactElement => (
  <div className="duel">
    <Side target={compared.targetA} />
    <div className="duel-mid">
      <h1 id="t">{leadText(compared)}</h1>
      <p className="quiet small">
        {tieText(compared)}Latest completed audits: <Time at={compared.targetA.completedAt} /> (
        {kindOf(compared.targetA)}) and <Time at={compared.targetB.completedAt} /> ({kindOf(compared.targetB)}).
        {kindOf(compared.targetA) === kindOf(compared.targetB) ? null : ' One looked further than the other.'} Comparing
        starts no audit and costs nothing.
      </p>
    </div>
    <Side target={compared.targetB} />
  </div>
);

const Bar = ({ share, className, flipped }: { share: number; className: string; flipped: boolean }): ReactElement => (
  <svg className={`bar ${className}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect className="value" x={flipped ? 100 - share : 0} width={share} height="10" />
  </svg>
);

const classOf = (score: number): string => gradeClass(gradeOf(score));

function Pillar({ compared, name }: { compared: Comparison; name: CategoryKey }): ReactElement {
  const key = pillarOfCategory[name];
  const [a, b] = [compared.targetA.pillars[key], compared.targetB.pillars[key]];
  const [hasA, hasB] = [a.status !== 'unknown', b.status !== 'unknown'];
  const difference = a.score - b.score;
  const words =
    hasA && hasB
      ? difference === 0
        ? 'equal'
        : `${clean(firstName(difference > 0 ? compared.targetA : compared.targetB), 253)} by ${Math.abs(difference)}`
      : hasA || hasB
        ? 'assessed on one side only'
        : 'not assessed';
  return (
    <li>
      <span className={`score${hasA ? '' : ' quiet'}`}>{hasA ? a.score : '–'}</span>
      <Bar share={hasA ? a.score : 0} className={classOf(a.score)} flipped />
      <span className="what">
        {categoryTitles[name]}
        <small>{words}</small>
      </span>
      <Bar share={hasB ? b.score : 0} className={classOf(b.score)} flipped={false} />
      <span className={`score${hasB ? '' : ' quiet'}`}>{hasB ? b.score : '–'}</span>
    </li>
  );
}

const Severities = ({ compared: { targetA, targetB } }: { compared: Comparison }): ReactElement => (
  <table className="table">
    <caption className="hidden-visually">Issues by severity</caption>
    <thead>
      <tr>
        <th scope="col">Severity</th>
        <th scope="col" className="right name">
          {clean(firstName(targetA), 253)}
        </th>
        <th scope="col" className="right name">
          {clean(firstName(targetB), 253)}
        </th>
      </tr>
    </thead>
    <tbody>
      {severities.map((severity) => (
        <tr key={severity}>
          <th scope="row">
            <SeverityTag severity={severity} />
          </th>
          <td className="num right">{targetA.issues[severity]}</td>
          <td className="num right">{targetB.issues[severity]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const placeText = ({ host, port }: ComparedFinding): string => {
  const where = host === '@' ? 'the domain' : host === '^' ? 'the domain above' : clean(host, 253);
  return port === null ? where : `${where}, port ${port}`;
};

function Differences({ title, findings }: { title: string; findings: readonly ComparedFinding[] }): ReactElement {
  if (findings.length === 0)
    return (
      <p className="none-here">
        <b>{title}</b> <span className="quiet">None.</span>
      </p>
    );
  return (
    <details className="more diff" open={findings.length <= 12}>
      <summary>
        {title} <span className="count">{findings.length}</span>
      </summary>
      <ul className="check-list">
        {findings.map((finding, index) => (
          <li key={index}>
            <Link to={`/checks/${finding.checkId}`}>{clean(finding.title, 300)}</Link>
            <span className="quiet small">{placeText(finding)}</span>
            <SeverityTag severity={finding.severity}>{severityTitles[finding.severity]}</SeverityTag>
          </li>
        ))}
      </ul>
    </details>
  );
}

const policyText = ({ policyVersion }: ComparedTarget): string =>
  policyVersion === null ? 'an early policy' : `policy ${clean(policyVersion, 20)}`;

function Body({ compared }: { compared: Comparison }): ReactElement {
  const { targetA, targetB, findings, findingsWithheld, policyChanged } = compared;
  return (
    <div className="wrap">
      {policyChanged ? (
        <Notice title="The scoring policies differ" icon="info">
          {`The scores of ${policyText(targetA)} and ${policyText(targetB)} cannot be compared; issues can. Audit both domains again to compare their scores.`}
        </Notice>
      ) : null}
      <Part id="pillars" title="Categories" about="The same scale on both sides.">
        <ol className="mirror">
          {categoryKey.options.map((key) => (
            <Pillar key={key} compared={compared} name={key} />
          ))}
        </ol>
      </Part>
      <Part id="severities" title="Severities" about="Issues of each.">
        <Severities compared={compared} />
      </Part>
      <Part id="issues" title="Issues" about="Matched by check, host and port; www counts as the domain.">
        {findingsWithheld === undefined ? (
          <>
            <Differences title={`Only ${clean(firstName(targetA), 253)}`} findings={findings.onlyInA} />
            <Differences title={`Only ${clean(firstName(targetB), 253)}`} findings={findings.onlyInB} />
            <Differences title="Both" findings={findings.inBoth} />
          </>
        ) : (
          <Notice title="Issues are shown for your own audits" icon="lock">
            Both audits must belong to your account. Audit both domains while logged in to compare their issues.
          </Notice>
        )}
      </Part>
    </div>
  );
}

/** Two domains side by side. */
export const ComparePage = ({ targetA, targetB, compared, refused }: CompareProps): ReactElement => (
  <Document title={compared === null ? 'Compare two domains' : leadText(compared)}>
    <section className="band" aria-labelledby="t">
      <div className="wrap">
        <Chooser targetA={targetA} targetB={targetB} />
        {compared === null ? (
          <div className="band-main whole">
            <div className="band-text">
              <h1 id="t">Compare two domains</h1>
              {refused === null ? (
                <p className="verdict">
                  Enter two domains that were audited. Comparing starts no audit and costs nothing.
                </p>
              ) : (
                <p className="verdict" role="alert">
                  {refused.message}
                </p>
              )}
              <p className="row">
                {refused?.missing.map((domain) => (
                  <Link key={domain} className="button primary" to={`/?domain=${encodeURIComponent(domain)}`}>
                    Audit {domain}
                  </Link>
                ))}
              </p>
            </div>
          </div>
        ) : (
          <Duel compared={compared} />
        )}
      </div>
    </section>
    {compared === null ? null : <Body compared={compared} />}
  </Document>
);
