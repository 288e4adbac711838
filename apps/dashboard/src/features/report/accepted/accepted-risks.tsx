import { mostWaiverDays, type WaiverEffect } from '@perimeter/contract/waiver/waiver';
import type { ReactElement } from 'react';
import { gradeClass } from '../../../components/dial.tsx';
import { clean, Notice } from '../../../components/parts.tsx';
import { counted } from '../../../lib/format.ts';
import { useFrame } from '../../../lib/frame.ts';
import type { Acceptance } from '../../../lib/props.ts';
import { dayOf } from './accepted-issue.tsx';
import { anchorOf, type ReportView } from '../report-view.ts';

type Waiver = Acceptance['waivers'][number];

const effects: Readonly<Record<Exclude<WaiverEffect, 'applied'>, readonly [tone: string, text: string]>> = {
  expired: ['warn', 'expired: its findings count again'],
  outgrown: ['warn', 'its findings became more severe: they count again'],
  unmatched: ['', 'matches no finding: end it if the issue is fixed'],
  inconclusive: ['', 'its check has no result this time'],
};

function Effect({ waiver: { effect, findings, expiresSoon } }: { waiver: Waiver }): ReactElement {
  if (effect !== 'applied') {
    const [tone, text] = effects[effect];
    return <span className={`tag ${tone}`}>{text}</span>;
  }
  return (
    <>
      <span className="tag on">{counted(findings, 'finding')}</span>
      {expiresSoon ? (
        <>
          {' '}
          <span className="tag warn">expires soon</span>
        </>
      ) : null}
    </>
  );
}

function Entry({ waiver, view }: { waiver: Waiver; view: ReportView }): ReactElement {
  const { id, checkId, fingerprint, reason, expires } = waiver;
  const issue = view.issues.find(({ places }) =>
    places.some((place) => (fingerprint === null ? place.checkId === checkId : place.fingerprint === fingerprint)),
  );
  const title = clean(issue?.places[0].title ?? checkId ?? 'Finding', 200);
  return (
    <li>
      <h3>{issue === undefined ? title : <a href={`#${anchorOf(issue.places[0].checkId)}`}>{title}</a>}</h3>
      <p className="small quiet mono">{fingerprint === null ? checkId : `finding ${fingerprint.slice(0, 12)}`}</p>
      <p>{clean(reason, 500)}</p>
      <p className="row small">
        <span>
          Until <b className="num">{dayOf(expires)}</b>
        </span>
        <Effect waiver={waiver} />
      </p>
      <p className="row">
        <button
          className="button tiny"
          type="button"
          hidden
          data-change={id}
          data-title={title}
          data-reason={reason}
          data-expires={expires}
          aria-label={`Change the waiver of ${title}`}
        >
          Change
        </button>
        <button className="button tiny" type="button" hidden data-end={id} aria-label={`End the waiver of ${title}`}>
          End
        </button>
      </p>
    </li>
  );
}

/** The risks that the reader's account accepted for the domain, and what they do to this report. */
export function AcceptedRisks({ view, accepted }: { view: ReportView; accepted: Acceptance }): ReactElement {
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
      <ul className="waivers">
        {waivers.map((waiver) => (
          <Entry key={waiver.id} waiver={waiver} view={view} />
        ))}
      </ul>
    </div>
  );
}

const dayMs = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The form that accepts a risk; a script opens it from the issue, or from a waiver that is to be changed. */
export function AcceptForm({ view }: { view: ReportView }): ReactElement {
  const { nowMs } = useFrame();
  return (
    <accept-risk data-domain={view.report.domain}>
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
            <textarea id="accept-reason" name="reason" required minLength={3} maxLength={500} rows={3} />
          </div>
          <div className="field">
            <label htmlFor="accept-expires">Counts again from</label>
            <input
              id="accept-expires"
              name="expires"
              type="date"
              required
              min={isoDay(nowMs + dayMs)}
              max={isoDay(nowMs + mostWaiverDays * dayMs)}
              defaultValue={isoDay(nowMs + 90 * dayMs)}
              aria-describedby="accept-hint"
            />
            <p className="hint" id="accept-hint">
              At most a year ahead. The score of reports does not change; the score with accepted risks is shown beside
              it.
            </p>
          </div>
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
