import { passwordBounds, passwordLength } from '@perimeter/contract/account/password-length';
import type { ReactElement, ReactNode } from 'react';
import { Document } from '../../components/document.tsx';
import { clean, Link, Notice, Time } from '../../components/parts.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { JoinProps } from '../../lib/team-props.ts';

const Frame = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <Document title={title}>
    <div className="entrance rings">
      <div>
        <div className="page-head">
          <div>
            <h1>{title}</h1>
          </div>
        </div>
        <div className="stack">{children}</div>
      </div>
    </div>
  </Document>
);

function NewAccount({ token, email, mistake }: { token: string; email: string; mistake: string | null }): ReactElement {
  const { base } = useFrame();
  return (
    <>
      <p>
        If {email} has an account, <Link to={`/sign-in?next=/join/${token}`}>log in</Link> and come back here. If it has
        none, make one:
      </p>
      <form className="form" action={`${base}/join/${token}`} method="post">
        <div className="field">
          <label htmlFor="password">New password</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={passwordBounds.minLength}
            aria-describedby={mistake === null ? 'password-hint' : 'mistake password-hint'}
            aria-invalid={mistake === null ? undefined : true}
          />
          {mistake === null ? null : (
            <p className="refusal" id="mistake" role="alert">
              {mistake}
            </p>
          )}
          <p className="hint" id="password-hint">
            {passwordLength}. A few random words are easy to remember and hard to guess.
          </p>
        </div>
        <p>
          <button className="button primary" type="submit">
            Make the account and join
          </button>
        </p>
      </form>
    </>
  );
}

/** What somebody finds who opens the link of an invitation. */
export function JoinPage({ invitation, token, email, mistake }: JoinProps): ReactElement {
  const { base } = useFrame();
  if (invitation === null)
    return (
      <Frame title="No invitation">
        <Notice title="This invitation does not exist, has expired, or was used or withdrawn" tone="medium" icon="warn">
          Ask an admin of the team for another one.
        </Notice>
      </Frame>
    );
  const invited = clean(invitation.email, 254);
  return (
    <Frame title="Join a team">
      <p>
        {invited} is invited to the team <b>{clean(invitation.team, 254)}</b> as {invitation.role}, until{' '}
        <Time at={invitation.expiresAt} />.
      </p>
      {email === null ? (
        <NewAccount token={token} email={invited} mistake={mistake} />
      ) : email === invitation.email ? (
        <form className="form" action={`${base}/join/${token}`} method="post">
          <p>
            <button className="button primary" type="submit">
              Join the team
            </button>
          </p>
        </form>
      ) : (
        <Notice title={`You are logged in as ${clean(email, 254)}`} tone="medium" icon="warn">
          The invitation is for another address: <Link to={`/sign-in?next=/join/${token}`}>log in as {invited}</Link>.
        </Notice>
      )}
    </Frame>
  );
}
