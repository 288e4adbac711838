import { tallyOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { maxFirst } from '@perimeter/report/verdict/fix-first';
import { firstName, otherName } from '@perimeter/report/verdict/names';
import { provisionalCause } from '@perimeter/report/verdict/verdict';
import { Dial, Uncapped } from '../../components/dial.tsx';
import { Icon } from '../../components/icon.tsx';
import { clean, Link, Time } from '../../components/parts.tsx';
import { SeverityCounts, SeverityTag, severityTitles } from '../../components/severity.tsx';
import { day } from '../../lib/format.ts';
import { useFrame } from '../../lib/frame.ts';
import type { SinceEarlier } from '../../lib/props.ts';
import { attention } from './accepted/accepted-risks.tsx';
import { Actions } from './actions.tsx';
import { sampleId } from '../../lib/sample.ts';
import { nameClass } from './name-class.ts';
import type { ReportView } from './report-view.ts';

/** The fixes to begin with, as every form lists them. */
function First({ view: { issues } }: { view: ReportView }): ReactElement | null {
  const first = issues.slice(0, maxFirst);
  if (first.length === 0) return null;
  return (
    <>
      <h2 className="caps firsts-title">What to fix first</h2>
      <ol className="firsts">
        {first.map(({ anchor, places: [{ title, severity, cvss }], fixed, isOutage }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{clean(title, 200)}</a>
            <SeverityTag severity={severity}>{`${severityTitles[severity]} ${cvss.toFixed(1)}`}</SeverityTag>
            {fixed === null ? null : (
              <span className="gain">
                {fixed.total}
                <small>score after this fix{isOutage ? ', due today' : ''}</small>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const modeTitles = { standard: 'Standard audit', deep: 'Deep audit' } as const;

function Aim({ report }: { report: Report }): ReactElement | null {
  const last = report.outlook.steps.at(-1);
  if (last === undefined || last.total <= report.score.total) return null;
  return (
    <p className="quiet">
      After all fixes: {last.total}, grade {last.grade}
    </p>
  );
}

/** The score with the risks that the reader's account accepted. */
function WithAccepted({ view: { accepted } }: { view: ReportView }): ReactElement | null {
  const after = accepted?.scoreWithWaivers ?? null;
  const needed = attention(accepted?.waivers ?? []);
  if (needed === null && (after === null || accepted?.waived.length === 0)) return null;
  return (
    <p className="quiet">
      With <a href="#accepted">accepted risks</a>:{' '}
      {after === null ? null : `${after.total}, grade ${after.grade}${needed === null ? '' : '; '}`}
      {needed}
    </p>
  );
}

function Answered({ report }: { report: Report }): ReactElement {
  const { applicable, concluded } = report.coverage.overall;
  return (
    <p className="quiet small">
      {concluded} of {applicable} applicable checks have a result. <a href="#coverage">Coverage</a>
      {report.http?.botWall === true ? ' A bot protection answered instead of the site.' : null}
    </p>
  );
}

interface BandProps {
  view: ReportView;
  isPrivate: boolean;
  isOwn: boolean;
  since: SinceEarlier | null;
}

const movements = ['new', 'worse', 'better', 'gone'] as const;

/** "Since 3 November: 2 new, 1 worse, 4 gone", with the way to them. */
function Since({ domain, id, since }: { domain: string; id: string; since: SinceEarlier }): ReactElement {
  const moved = movements.filter((name) => since[name] > 0).map((name) => `${since[name]} ${name}`);
  return (
    <p className="quiet">
      <Link to={`/domains/${domain}?from=${since.auditId}&to=${id}#changes`}>
        {`Since ${day(since.completedAt)}: ${moved.length === 0 ? 'no finding changed' : moved.join(', ')}`}
      </Link>
    </p>
  );
}

/** Which audit it is, who may read it, and what can be done with it. */
function BandTop({ view, isPrivate, isOwn }: Omit<BandProps, 'since'>): ReactElement {
  const { report, shared } = view;
  const { viewer } = useFrame();
  return (
    <div className="band-top">
      <span className="caps">{modeTitles[report.scanMode]}</span>
      <span className="quiet">
        <Time at={report.completedAt} withDistance />
      </span>
      {isPrivate ? (
        <span className="quiet">
          <Icon name="lock" size={12} /> Private
        </span>
      ) : null}
      {shared === null ? (
        <Actions report={report} isSignedIn={viewer !== null} share={{ isOwn, isPrivate }} />
      ) : (
        <span className="push quiet">
          Shared until <Time at={shared.expiresAt} />
        </span>
      )}
    </div>
  );
}

/** The first screen of a report: is all well, and what comes next. */
export function Band({ view, isPrivate, isOwn, since }: BandProps): ReactElement {
  const { report, sentence } = view;
  const { score, domain, outlook } = report;
  const other = otherName(report);
  const isProvisional = score.gradeStatus === 'provisional';
  const aim = outlook.steps.at(-1)?.total;
  return (
    <section className="band" aria-label="Verdict">
      <div className="wrap">
        <BandTop view={view} isPrivate={isPrivate} isOwn={isOwn} />
        <div className="band-main">
          <div className="band-text">
            <h1 className={nameClass(domain)}>{clean(firstName(report), 253)}</h1>
            {other === null ? null : <p className="quiet">{clean(other, 400)}</p>}
            <p className="verdict">{clean(sentence)}</p>
            {report.id === sampleId ? (
              <p className="tag-line">
                <span className="tag">Sample</span> A site of our test lab, misconfigured on purpose.
              </p>
            ) : null}
            <SeverityCounts counts={tallyOf(report.findings).bySeverity} />
            {isProvisional ? (
              <p className="tag-line">
                <span className="tag">Provisional</span> The grade can change: {provisionalCause(report)}.
              </p>
            ) : null}
            <Answered report={report} />
            {since === null ? null : <Since domain={domain} id={report.id} since={since} />}
          </div>
          <div className="dial-box">
            <div className="rings">
              <Dial
                value={score.total}
                grade={score.grade}
                {...(aim === undefined || aim <= score.total ? {} : { aim })}
                isProvisional={isProvisional}
                of="of 100"
                chip={`Grade ${score.grade}`}
                label={`Score ${score.total} of 100, ${isProvisional ? 'provisional ' : ''}grade ${score.grade}`}
              />
            </div>
            <Uncapped score={score.total} uncapped={score.uncapped} />
            <Aim report={report} />
            <WithAccepted view={view} />
          </div>
        </div>
        <First view={view} />
      </div>
    </section>
  );
}
