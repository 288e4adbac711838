import { type TeamInvitation, teamRole } from '@perimeter/contract/account/team';
import type { ReactElement } from 'react';
import { clean, Code, Notice, Time } from '../../components/parts.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { TeamProps } from '../../lib/team-props.ts';
import { Act, roleAbouts } from './acts.tsx';

const Pending = ({ invitations }: { invitations: readonly TeamInvitation[] }): ReactElement =>
  invitations.length === 0 ? (
    <p className="quiet small">Nobody is invited at the moment.</p>
  ) : (
    <div className="scroll" tabIndex={0} role="region" aria-label="Table of invitations">
      <table className="table">
        <caption className="hidden-visually">Pending invitations, the next to expire first</caption>
        <thead>
          <tr>
            <th scope="col">Invited</th>
            <th scope="col">Role</th>
            <th scope="col">Ends</th>
            <th scope="col">
              <span className="hidden-visually">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, expiresAt }) => (
            <tr key={id}>
              <th scope="row">{clean(email, 254)}</th>
              <td>{role}</td>
              <td>
                <Time at={expiresAt} />
              </td>
              <td className="end">
                <Act act="withdraw" fields={{ id }}>
                  <button
                    className="button tiny"
                    type="submit"
                    aria-label={`Withdraw the invitation of ${clean(email, 254)}`}
                  >
                    Withdraw
                  </button>
                </Act>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

const Made = ({ made: { email, url } }: { made: NonNullable<TeamProps['made']> }): ReactElement =>
  url === null ? (
    <Notice title={`The invitation was sent to ${clean(email, 254)}`} tone="good" icon="check" />
  ) : (
    <>
      <Notice title={`Copy the link for ${clean(email, 254)} now`} tone="good" icon="check">
        This service sends no mail. The link is shown only once and works once, with this address.
      </Notice>
      <Code lines={[url]} label="Link of the invitation" isWrapped />
    </>
  );

/** Who is invited, and the form that invites. */
export function Invitations({
  team,
  made,
  refused,
  isTarget,
}: TeamProps & {
  /** Its form leads to it. */
  isTarget: boolean;
}): ReactElement {
  const { base } = useFrame();
  return (
    <section className="panel" aria-labelledby="invitations" id={isTarget ? 'invite' : undefined}>
      <header>
        <h2 id="invitations">Invitations</h2>
      </header>
      {made === null ? null : <Made made={made} />}
      <Pending invitations={team.invitations} />
      <form className="form" action={`${base}/settings/team#invite`} method="post">
        <input type="hidden" name="act" value="invite" />
        <div className="field">
          <label htmlFor="invited">E-mail address</label>
          <input
            id="invited"
            name="email"
            type="email"
            autoComplete="off"
            required
            maxLength={254}
            defaultValue={refused === null ? '' : clean(refused.email, 254)}
          />
        </div>
        <div className="field">
          <label htmlFor="role">Role</label>
          <select id="role" name="role" defaultValue={refused?.role ?? 'reader'}>
            {teamRole.options.map((role) => (
              <option key={role} value={role}>
                {`${role}: ${roleAbouts[role]}`}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="days">Ends</label>
          <select id="days" name="days" defaultValue="7">
            <option value="1">in a day</option>
            <option value="7">in 7 days</option>
            <option value="30">in 30 days</option>
          </select>
        </div>
        <p>
          <button className="button primary" type="submit">
            Invite
          </button>
        </p>
      </form>
    </section>
  );
}
