import type { ReactElement } from 'react';
import { YourAudits } from '../features/audits/your-audits.tsx';
import { ChecksByModule } from '../features/checks/modules-table.tsx';
import { Document } from '../components/document.tsx';
import { Icon } from '../components/icon.tsx';
import { Link, Notice, OnceField, Part, ReadersCannot, Time } from '../components/parts.tsx';
import { Pipelines } from '../features/keys/pipelines.tsx';
import { credits } from '../lib/format.ts';
import { onlyReads, useFrame } from '../lib/frame.ts';
import type { RefusedStart, StartProps } from '../lib/props.ts';

function Modes({
  scanMode,
  isPrivate,
  hasAuthority,
}: Pick<StartProps, 'scanMode' | 'isPrivate' | 'hasAuthority'>): ReactElement {
  const { viewer } = useFrame();
  return (
    <fieldset className="modes">
      <legend className="hidden-visually">Scan mode</legend>
      <label>
        <input type="radio" name="scanMode" value="standard" defaultChecked={scanMode === 'standard'} />
        <span>
          <b>Standard</b> about a minute
        </span>
      </label>
      <label>
        <input type="radio" name="scanMode" value="deep" defaultChecked={scanMode === 'deep'} />
        <span>
          <b>Deep</b> all checks
        </span>
      </label>
      <label>
        <input type="checkbox" name="authority" value="yes" defaultChecked={hasAuthority} />
        <span>
          <b>Authorized</b> to test this domain
        </span>
      </label>
      {viewer === null ? null : (
        <>
          {/* What is not ticked is not sent: without this, it would be as the account has set. */}
          <input type="hidden" name="private" value="no" />
          <label>
            <input type="checkbox" name="private" value="yes" defaultChecked={isPrivate} />
            <span>
              <Icon name="lock" size={13} />
              <b>Private</b> only for your account
            </span>
          </label>
        </>
      )}
    </fieldset>
  );
}

/** What a start costs, and of how much. */
function priceOf(usage: StartProps['usage']): string {
  if (usage === null) return 'An audit costs one credit. ';
  if (usage.unlimited) return 'You administer this service: audits cost you nothing. ';
  const left = `${credits(Math.max(0, usage.remaining))} left this month`;
  return usage.isAuthenticated
    ? `An audit costs one credit; ${left}. `
    : `No account needed; ${left} for your network. `;
}

function Price({ usage }: Pick<StartProps, 'usage'>): ReactElement {
  return (
    <p className="small quiet" id="ask-hint">
      {priceOf(usage)}
      Audit only domains that you are allowed to audit: <Link to="/opt-out">what we send, and how to opt out</Link>.
    </p>
  );
}

/** When a busy target has room again, and what is known of it meanwhile. */
function Busy({ code, latestAudit, retryAfterMinutes }: RefusedStart): ReactElement | null {
  if (code !== 'target_busy') return null;
  return (
    <>
      {' '}
      Try again in {retryAfterMinutes} min.{' '}
      {latestAudit === null ? null : (
        <Link to={`/audits/${latestAudit.id}`}>
          Read the latest report, of <Time at={latestAudit.endedAt} />
        </Link>
      )}
    </>
  );
}

function Refusal({ refused, usage }: Pick<StartProps, 'refused' | 'usage'>): ReactElement | null {
  if (refused === null) return null;
  return (
    <p className="refusal" id="ask-error" role="alert">
      <Icon name="warn" size={16} />
      <span>
        {refused.message}
        {refused.code === 'credits_exhausted' && usage !== null ? (
          <>
            {' '}
            The next credits come on <Time at={usage.resetsAt} />.
          </>
        ) : null}
        <Busy {...refused} />
      </span>
    </p>
  );
}

function Ask({ domain, scanMode, isPrivate, hasAuthority, refused, usage }: StartProps): ReactElement {
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
          placeholder="example.com"
          defaultValue={domain}
          aria-describedby={refused === null ? 'ask-hint' : 'ask-error ask-hint'}
          aria-invalid={refused === null ? undefined : true}
        />
      </span>
      <button className="button primary" type="submit">
        Start the audit
      </button>
      <Refusal refused={refused} usage={usage} />
      <Modes scanMode={scanMode} isPrivate={isPrivate} hasAuthority={hasAuthority} />
    </form>
  );
}

function SetUp(): ReactElement | null {
  const { signup } = useFrame();
  if (signup !== 'setup') return null;
  return (
    <div className="wrap">
      <Notice title="This service has no account yet" tone="medium" icon="warn">
        The first account administers it. <Link to="/setup">Create it with the setup token</Link> that the service
        printed when it started.
      </Notice>
    </div>
  );
}

/** Why no audit starts yet. */
function ToConfirm(): ReactElement | null {
  const { viewer } = useFrame();
  if (viewer?.isConfirmed !== false) return null;
  return (
    <div className="wrap">
      <Notice title="Confirm your e-mail address" tone="medium" icon="warn">
        Open the link that we sent to it: until then, this account starts no audits.{' '}
        <Link to="/confirm-email">Send the link again</Link>
      </Notice>
    </div>
  );
}

/** What to do next, for somebody who has just made the first account. */
function Welcome({ isWelcome }: Pick<StartProps, 'isWelcome'>): ReactElement | null {
  if (!isWelcome) return null;
  return (
    <div className="wrap">
      <Notice title="Your account is ready" tone="good" icon="check">
        Audit a domain above, then <Link to="/settings/keys">create an API key</Link> for your pipeline.
      </Notice>
    </div>
  );
}

function Pipeline(): ReactElement {
  const { viewer } = useFrame();
  return (
    <Part
      id="pipeline"
      title="In a pipeline"
      about={
        <>
          Fails on critical and high findings. It needs an{' '}
          <Link to={viewer === null ? '/sign-in?next=/settings/keys' : '/settings/keys'}>API key</Link>.{' '}
          <Link to="/docs">All endpoints</Link>
        </>
      }
    >
      <Pipelines />
    </Part>
  );
}

/** One field and a button, own audits, and what is checked. */
export const StartPage = (props: StartProps): ReactElement => (
  <Document title="Perimeter: audit a domain" withQuickStart={false}>
    <section className="band hero-start" aria-labelledby="t">
      <div className="wrap">
        <div className="start rings">
          <h1 id="t">See your domain as the internet does</h1>
          <p className="lead">
            One score, every issue behind it with the raw evidence, and how to fix it. Nothing is exploited and nothing
            is changed.
          </p>
          {onlyReads(useFrame()) ? (
            <p>
              <ReadersCannot />
            </p>
          ) : (
            <>
              <Ask {...props} />
              <Price usage={props.usage} />
            </>
          )}
        </div>
      </div>
    </section>
    <SetUp />
    <ToConfirm />
    <Welcome isWelcome={props.isWelcome} />
    <div className="wrap">
      <YourAudits recent={props.recent} sample={props.sample} />
      <ChecksByModule modules={props.modules} />
      <Pipeline />
    </div>
  </Document>
);
