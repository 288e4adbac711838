import type { ReactElement } from 'react';
import { useFrame } from '../../lib/frame.ts';
import type { TeamProps } from '../../lib/team-props.ts';

/** Asks who makes, changes or removes an admin for the password, and sends what waits for it again. */
export function Confirmation({
  held: { fields, asksForCode },
}: {
  held: NonNullable<TeamProps['held']>;
}): ReactElement {
  const { base } = useFrame();
  return (
    <section className="panel" aria-labelledby="confirm">
      <header>
        <h2 id="confirm">Confirm that it is you</h2>
      </header>
      <form className="form" action={`${base}/settings/team`} method="post">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="field">
          <label htmlFor="current-password">Your password</label>
          <input
            id="current-password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        {asksForCode ? (
          <div className="field">
            <label htmlFor="code">Code of your authenticator application, or a recovery code</label>
            <input id="code" name="code" type="text" autoComplete="one-time-code" required maxLength={64} />
          </div>
        ) : null}
        <p>
          <button className="button primary" type="submit">
            Confirm
          </button>
        </p>
      </form>
    </section>
  );
}
