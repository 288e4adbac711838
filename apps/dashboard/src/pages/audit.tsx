import { firstName, otherName } from '@perimeter/report/verdict/names';
import type { AuditState } from '@perimeter/contract/audit';
import type { AuditPhase } from '@perimeter/contract/phases';
import type { ReactElement } from 'react';
import { Document } from '../components/document.tsx';
import { Dial } from '../components/dial.tsx';
import { Icon } from '../components/icon.tsx';
import { clean, CopyButton, Notice, OnceField, Part, ReadersCannot, Time, WriterLink } from '../components/parts.tsx';
import { failureAdvice, failureTitles } from '../features/audits/failures.ts';
import { FoundSoFar } from '../features/audits/found-so-far.tsx';
import { PhaseRail } from '../features/audits/phase-rail.tsx';
import { nameClass } from '../features/report/name-class.ts';
import { counted, duration } from '../lib/format.ts';
import { onlyReads, useFrame } from '../lib/frame.ts';
import type { AuditProps } from '../lib/props.ts';

const modeTitles = { standard: 'Standard audit', deep: 'Deep audit' } as const;

/** What is under way: the current phase or, where that has finished, the first that has not. */
function stepOf({ currentPhase, phasesCompleted, phasesTotal }: AuditState, phases: readonly AuditPhase[]): string {
  const current = phases.find(({ phase }) => phase === currentPhase);
  const shown = current?.state === 'finished' ? phases.find(({ state }) => state !== 'finished') : current;
  if (shown === undefined && current !== undefined) return 'All phases are finished';
  return `${shown?.title ?? currentPhase}, phase ${Math.min(phasesCompleted + 1, phasesTotal)} of ${phasesTotal}`;
}

function sentenceOf(state: AuditState, phases: readonly AuditPhase[]): string {
  const { status, summary } = state;
  if (status === 'queued') return 'Queued. The audit starts as soon as a worker is free.';
  const findings = counted(summary.findingsCount, 'finding');
  return `${stepOf(state, phases)}. ${counted(summary.checksExecuted, 'check')} done, ${findings} so far.`;
}

function RunningDial({ state }: { state: AuditState }): ReactElement {
  const { percentComplete, phasesCompleted, phasesTotal, status } = state;
  return (
    <Dial
      value={percentComplete}
      grade={null}
      of="percent"
      chip={status === 'queued' ? 'Queued' : `Phase ${Math.min(phasesCompleted + 1, phasesTotal)} of ${phasesTotal}`}
      label={`${percentComplete} percent done`}
    />
  );
}

function Cancel({ id }: { id: string }): ReactElement | null {
  if (onlyReads(useFrame())) return null;
  return (
    <button className="button push" type="button" data-cancel={id} hidden>
      <Icon name="cross" />
      Cancel and refund the credit
    </button>
  );
}

/** The audited name in its own letters, and its form in DNS. */
function AuditedName({ domain }: { domain: string }): ReactElement {
  const other = otherName({ domain });
  return (
    <>
      <h1 className={nameClass(domain)}>{clean(firstName({ domain }), 253)}</h1>
      {other === null ? null : <p className="quiet small">{clean(other, 400)}</p>}
    </>
  );
}

/** An audit on its way: the same address becomes the report. */
export function RunningPage({ state, scanMode, startedAt, phases, findings, next }: AuditProps): ReactElement {
  return (
    <Document title={`${state.percentComplete} % · ${clean(firstName(state), 253)}`} refreshSeconds={5}>
      <live-audit data-id={state.id} data-domain={clean(firstName(state), 253)} data-next={String(next)}>
        <section className="band" aria-label="Progress">
          <div className="wrap">
            <div className="band-top">
              <span className="caps">{modeTitles[scanMode]}</span>
              <span className="quiet">
                started <Time at={startedAt} />
              </span>
              <Cancel id={state.id} />
            </div>
            <div className="band-main">
              <div className="band-text">
                <AuditedName domain={state.domain} />
                <p className="verdict" aria-live="polite" data-sentence="">
                  {sentenceOf(state, phases)}
                </p>
                <p className="quiet small">
                  <span data-elapsed="">{duration(state.elapsedMs)}</span> so far. You can close this page: the audit
                  continues, and this address shows the report.
                </p>
                <p className="finished" data-finished="" hidden>
                  <a href="#main">The report is ready: show it</a>
                </p>
              </div>
              <div className="dial-box">
                <div className="rings">
                  <RunningDial state={state} />
                </div>
                <p className="quiet">The score follows when all phases are done</p>
              </div>
            </div>
          </div>
        </section>
        <div className="wrap">
          <Part id="phases" title="Phases" about="In the order of the report.">
            <PhaseRail phases={phases} />
          </Part>
          <Part
            id="found"
            title="Found so far"
            about="Findings of the finished phases. Points and the plan follow with the score."
          >
            <FoundSoFar findings={findings} count={state.summary.findingsCount} />
          </Part>
        </div>
      </live-audit>
    </Document>
  );
}

function AllowList({ userAgent }: { userAgent: string }): ReactElement {
  return (
    <div className="code wrapped">
      <pre tabIndex={0} role="group" aria-label="User-Agent of our requests">
        <code>
          <span className="l">{userAgent}</span>
        </code>
      </pre>
      <CopyButton text={userAgent} what="the User-Agent" />
    </div>
  );
}

/** The field again, with what was typed: a name that does not exist is most often misspelt. */
function AskAgain({ domain, scanMode }: { domain: string; scanMode: AuditProps['scanMode'] }): ReactElement {
  const { base } = useFrame();
  return (
    <form className="ask" action={`${base}/audits`} method="post">
      <OnceField />
      <label className="hidden-visually" htmlFor="domain">
        Domain
      </label>
      <span className="ask-field">
        <Icon name="search" size={18} />
        <input
          id="domain"
          name="domain"
          type="text"
          inputMode="url"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={1024}
          defaultValue={clean(domain, 253)}
          aria-invalid
          aria-describedby="reason"
        />
      </span>
      <input type="hidden" name="scanMode" value={scanMode} />
      <button className="button primary" type="submit">
        Start the audit
      </button>
    </form>
  );
}

const Again = ({ domain }: { domain: string }): ReactElement => (
  <p className="row">
    <WriterLink className="button primary" to={`/?domain=${encodeURIComponent(domain)}`}>
      <Icon name="again" />
      Audit again
    </WriterLink>
    <ReadersCannot />
  </p>
);

/** An audit that failed: why, and what to do next. */
export function FailedPage({ state, scanMode, startedAt, phases, userAgent }: AuditProps): ReactElement {
  const code = state.failure?.code ?? 'internal_error';
  const isUnknown = code === 'domain_not_found';
  const isReader = onlyReads(useFrame());
  return (
    <Document title={`Failed · ${clean(firstName(state), 253)}`}>
      <section className="band" aria-label="Result">
        <div className="wrap">
          <div className="band-top">
            <span className="caps">{modeTitles[scanMode]}</span>
            <span className="quiet">
              started <Time at={startedAt} />
            </span>
          </div>
          <div className="band-main whole">
            <div className="band-text">
              <AuditedName domain={state.domain} />
              <p className="verdict">
                {failureTitles[code]}. {code === 'cancelled' ? '' : 'There is no report. '}The credit was refunded.
              </p>
              {isUnknown && !isReader ? (
                <AskAgain domain={state.domain} scanMode={scanMode} />
              ) : (
                <Again domain={state.domain} />
              )}
            </div>
          </div>
        </div>
      </section>
      <div className="wrap">
        <Part id="reason" title="What to do next">
          <div className="stack">
            <p>{failureAdvice[code]}</p>
            {code === 'target_unreachable' || code === 'insufficient_coverage' ? (
              <AllowList userAgent={userAgent} />
            ) : null}
            {state.failure === undefined || state.failure.message === '' ? null : (
              <Notice title={clean(state.failure.message, 600)}>
                Code {code}, audit {state.id}, after {duration(state.elapsedMs)}
              </Notice>
            )}
          </div>
        </Part>
        {isUnknown ? null : (
          <Part id="phases" title="Phases" about={`${state.phasesCompleted} of ${state.phasesTotal} were finished.`}>
            <PhaseRail phases={phases} isOver />
          </Part>
        )}
      </div>
    </Document>
  );
}
