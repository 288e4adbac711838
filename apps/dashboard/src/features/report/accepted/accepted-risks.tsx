import { msPerDay } from '@perimeter/contract/durations';
import { daysUntil, mostWaiverDays, soonDays, type WaiverEffect } from '@perimeter/contract/waiver/waiver';
import type { ReactElement } from 'react';
import { gradeClass } from '../../../components/dial.tsx';
import { clean, Link, Notice } from '../../../components/parts.tsx';
import { counted } from '../../../lib/format.ts';
import { onlyReads, useFrame } from '../../../lib/frame.ts';
import type { Acceptance } from '../../../lib/accepted-props.ts';
import { dayOf } from './accepted-issue.tsx';
import { anchorOf, type ReportView } from '../report-view.ts';

type Waiver = Acceptance['waivers'][number];

const effects: Readonly<Record<Exclude<WaiverEffect, 'applied' | 'outgrown'>, readonly [tone: string, text: string]>> =
  {
    expired: ['warn', 'expired: its findings count again'],
    unmatched: ['', 'matches no finding: end it if the issue is fixed'],
    inconclusive: ['', 'its check has no result this time'],
  };

/** What a waiver does to a report, and that it ends soon. */
function Effect({ waiver, isReported }: { waiver: Waiver; isReported: boolean }): ReactElement {
  const { nowMs } = useFrame();
  const { effect, findings, grownTo, expires, expiresSoon } = waiver;
  const tags: (readonly [tone: string, text: string])[] = [];
  if (effect === 'applied' && findings > 0) tags.push(['on', counted(findings, 'finding')]);
  if (grownTo !== null && effect !== 'expired')
    tags.push(['warn', `no longer covers${effect === 'applied' ? ' all' : ''}: now ${grownTo}`]);
  if (effect !== 'applied' && effect !== 'outgrown')
    tags.push(isReported || effect === 'expired' ? effects[effect] : ['', 'no report of the domain']);
  if (expiresSoon) tags.push(['warn', `ends in ${counted(daysUntil(expires, nowMs), 'day')}`]);
  return (
    <>
      {tags.map(([tone, text]) => (
        <span key={text} className={`tag ${tone}`}>
          {text}
        </span>
      ))}
    </>
  );
}

/** "1 ends within 14 days, 1 no longer covers": the waivers that need a person; null: none does. */
export function attention(waivers: readonly Waiver[]): string | null {
  const soon = waivers.filter(({ expiresSoon }) => expiresSoon).length;
  const grown = waivers.filter(({ effect, grownTo }) => grownTo !== null && effect !== 'expired').length;
  const parts = [
    ...(soon === 0 ? [] : [`${soon} ${soon === 1 ? 'ends' : 'end'} within ${soonDays} days`]),
    ...(grown === 0 ? [] : [`${grown} no longer ${grown === 1 ? 'covers' : 'cover'}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

interface EntryProps {
  waiver: Waiver;
  title: string;
  /** Where the issue stands; null where it is not at hand. */
  href?: string | null;
  isReported?: boolean;
}

/** A waiver with what it does, and the buttons that change and end it. */
export function WaiverEntry({ waiver, title, href = null, isReported = true }: EntryProps): ReactElement {
  const { id, checkId, fingerprint, host, severity, reason, owner, expires, grownTo } = waiver;
  const about = [
    fingerprint === null ? checkId : `finding ${fingerprint.slice(0, 12)}`,
    ...(host === null ? [] : [`on ${clean(host, 253)}`]),
    ...(severity === null ? [] : [`accepted as ${severity}`]),
  ];
  const change = {
    'data-change': id,
    'data-title': title,
    'data-reason': reason,
    'data-owner': owner ?? undefined,
    'data-expires': expires,
  };
  return (
    <li>
      <h3>{href === null ? title : <a href={href}>{title}</a>}</h3>
      <p className="small quiet mono">{about.join(' ')}</p>
      <p>{clean(reason, 500)}</p>
      <p className="row small">
        <span>
          Until <b className="num">{dayOf(expires)}</b>
          {owner === null ? null : `, ${clean(owner, 200)}`}
        </span>
        <Effect waiver={waiver} isReported={isReported} />
      </p>
      {onlyReads(useFrame()) ? null : (
        <p className="row">
          {grownTo === null ? null : (
            <button className="button tiny" type="button" hidden {...change} data-severity={grownTo}>
              Accept as {grownTo}
            </button>
          )}
          <button className="button tiny" type="button" hidden {...change} aria-label={`Change the waiver of ${title}`}>
            Change
          </button>
          <button className="button tiny" type="button" hidden data-end={id} aria-label={`End the waiver of ${title}`}>
            End
          </button>
        </p>
      )}
    </li>
  );
}

function Entry({ waiver, view }: { waiver: Waiver; view: ReportView }): ReactElement {
  const { checkId, fingerprint } = waiver;
  const issue = view.issues.find(({ places }) =>
    places.some((place) => (fingerprint === null ? place.checkId === checkId : place.fingerprint === fingerprint)),
  );
  const title = clean(issue?.places[0].title ?? checkId ?? 'Finding', 200);
  return (
    <WaiverEntry
      waiver={waiver}
      title={title}
      href={issue === undefined ? null : `#${anchorOf(issue.places[0].checkId)}`}
    />
  );
}

/** The risks that the reader's account accepted for the domain, and what they do to this report. */
export function AcceptedRisks({ view, accepted }: { view: ReportView; accepted: Acceptance }): ReactElement {
  const { base } = useFrame();
  const { score } = view.report;
  const { scoreWithWaivers: after, waivers } = accepted;
  return (
    <div className="accepted">
      {after === null ? (
        <Notice title="Scored by another policy">
          This report was scored by policy {clean(score.policyVersion, 20)}: audit the domain again to see the score
          with accepted risks.
        </Notice>
      ) : (
        <p className="accepted-score">
          <span className={`pill ${gradeClass(after.grade)}`}>Grade {after.grade}</span>{' '}
          <b>{after.total} of 100 with accepted risks</b>{' '}
          <span className="quiet">
            The score stays {score.total}, grade {score.grade}.
          </span>
        </p>
      )}
      <p className="small">
        <a href={`${base}/api/waivers.yml?domain=${encodeURIComponent(view.report.domain)}`}>perimeter.yml</a>
        {' for the command line, '}
        <Link to="/settings/accepted">accepted risks of all domains</Link>
      </p>
      <ul className="waivers">
        {waivers.map((waiver) => (
          <Entry key={waiver.id} waiver={waiver} view={view} />
        ))}
      </ul>
    </div>
  );
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Until when a risk is accepted. */
function Until(): ReactElement {
  const { nowMs } = useFrame();
  return (
    <div className="field">
      <label htmlFor="accept-expires">Counts again from</label>
      <input
        id="accept-expires"
        name="expires"
        type="date"
        required
        min={isoDay(nowMs + msPerDay)}
        max={isoDay(nowMs + mostWaiverDays * msPerDay)}
        defaultValue={isoDay(nowMs + 90 * msPerDay)}
        aria-describedby="accept-expires-wrong accept-hint"
      />
      <p className="wrong" id="accept-expires-wrong" />
      <p className="hint" id="accept-hint">
        At most a year ahead; what becomes more severe counts again at once. The score of reports does not change; the
        score with accepted risks is shown beside it.
      </p>
    </div>
  );
}

/** The form that accepts a risk; a script opens it from the issue, or from a waiver that is to be changed. */
export function AcceptForm({ domain }: { domain: string }): ReactElement | null {
  const frame = useFrame();
  const { viewer } = frame;
  if (onlyReads(frame)) return null;
  return (
    <accept-risk data-domain={domain}>
      <div id="accept" popover="auto" className="popover" role="dialog" aria-labelledby="accept-title">
        <h2 id="accept-title">Accept a risk</h2>
        <p data-about="" />
        <form className="form">
          <div className="field">
            <label htmlFor="accept-scope">What is accepted</label>
            <select id="accept-scope" name="scope" aria-label="What is accepted" />
          </div>
          <div className="field">
            <label htmlFor="accept-reason">Reason</label>
            <textarea
              id="accept-reason"
              name="reason"
              required
              minLength={3}
              maxLength={500}
              rows={3}
              aria-describedby="accept-reason-wrong"
            />
            <p className="wrong" id="accept-reason-wrong" />
          </div>
          <div className="field">
            <label htmlFor="accept-owner">Owner</label>
            <input
              id="accept-owner"
              name="owner"
              required
              maxLength={200}
              autoComplete="off"
              defaultValue={viewer?.email}
              aria-describedby="accept-owner-wrong"
            />
            <p className="wrong" id="accept-owner-wrong" />
          </div>
          <Until />
          <p className="wrong" role="alert" />
          <p className="row">
            <button className="button primary" type="submit">
              Save
            </button>
            <button className="button" type="button" popoverTarget="accept" popoverTargetAction="hide">
              Cancel
            </button>
          </p>
        </form>
      </div>
    </accept-risk>
  );
}
