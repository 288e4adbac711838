import { teamRole, type TeamInvitation, type TeamMember } from '@perimeter/contract/team';
import type { ReactElement, ReactNode } from 'react';
import { Document } from '../../components/document.tsx';
import { clean, Code, Link, Notice, Time } from '../../components/parts.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { TeamProps } from '../../lib/team-props.ts';

const abouts = {
  reader: 'reads audits and reports',
  auditor: 'also starts audits, shares reports and accepts risks',
  admin: 'also runs keys, members and settings',
} as const;

const Roles = ({ label, role }: { label: string; role: TeamMember['role'] }): ReactElement => (
  <select name="role" defaultValue={role} aria-label={label}>
    {teamRole.options.map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </select>
);

/** A form without script; what it does is in its button. */
function Act({
  act,
  fields,
  children,
}: {
  act: string;
  fields?: Record<string, string>;
  children: ReactNode;
}): ReactElement {
  const { base } = useFrame();
  return (
    <form className="row" action={`${base}/settings/team`} method="post">
      <input type="hidden" name="act" value={act} />
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

function MemberRow({ member, mayRun }: { member: TeamMember; mayRun: boolean }): ReactElement {
  const { id, role, isYou } = member;
  const email = clean(member.email, 254);
  return (
    <tr>
      <th scope="row">
        {email} {isYou ? <span className="tag on">you</span> : null}
      </th>
      <td>
        {mayRun ? (
          <Act act="role" fields={{ id }}>
            <Roles label={`Role of ${email}`} role={role} />
            <button className="button tiny" type="submit" aria-label={`Save the role of ${email}`}>
              Save
            </button>
          </Act>
        ) : (
          role
        )}
      </td>
      <td>
        <Time at={member.joinedAt} />
      </td>
      <td className="end">
        {mayRun && !isYou ? (
          <details>
            <summary className="button tiny danger" aria-label={`Remove ${email}`}>
              Remove …
            </summary>
            <Act act="remove" fields={{ id }}>
              <button className="button tiny danger" type="submit">
                Yes, remove {email}
              </button>
            </Act>
          </details>
        ) : null}
      </td>
    </tr>
  );
}

const Members = ({ team: { members }, mayRun }: Pick<TeamProps, 'team' | 'mayRun'>): ReactElement => (
  <section className="panel" aria-labelledby="members">
    <header>
      <h2 id="members">Members</h2>
      <span className="quiet small push">{members.length}</span>
    </header>
    <div className="scroll" tabIndex={0} role="region" aria-label="Table of members">
      <table className="table">
        <caption className="hidden-visually">Members, in the order in which they joined</caption>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
            <th scope="col">Joined</th>
            <th scope="col">
              <span className="hidden-visually">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} mayRun={mayRun} />
          ))}
        </tbody>
      </table>
    </div>
    <p className="small quiet">
      {teamRole.options.map((role) => `A${role === 'reader' ? '' : 'n'} ${role} ${abouts[role]}.`).join(' ')}
    </p>
  </section>
);

const Pending = ({ invitations }: { invitations: readonly TeamInvitation[] }): ReactElement =>
  invitations.length === 0 ? (
    <p className="quiet small">Nobody is invited at the moment.</p>
  ) : (
    <div className="scroll" tabIndex={0} role="region" aria-label="Table of invitations">
      <table className="table">
        <caption className="hidden-visually">Invitations that wait, those that end first come first</caption>
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

function Invitations({ team, made, refused }: TeamProps): ReactElement {
  const { base } = useFrame();
  return (
    <section className="panel" aria-labelledby="invitations" id="invite">
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
                {`${role}: ${abouts[role]}`}
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

function Choice({ teams }: Pick<TeamProps, 'teams'>): ReactElement | null {
  const { base } = useFrame();
  if (teams.length < 2) return null;
  return (
    <section className="panel" aria-labelledby="choice">
      <header>
        <h2 id="choice">Your teams</h2>
      </header>
      <form className="form" action={`${base}/settings/team/switch`} method="post">
        <div className="field">
          <label htmlFor="team">This browser acts for</label>
          <select id="team" name="team" defaultValue={teams.find(({ isCurrent }) => isCurrent)?.id}>
            {teams.map(({ id, title, role }) => (
              <option key={id} value={id}>
                {`${clean(title, 100)}, as ${role}`}
              </option>
            ))}
          </select>
        </div>
        <p>
          <button className="button" type="submit">
            Switch
          </button>
        </p>
      </form>
    </section>
  );
}

const Name = ({ name }: { name: string }): ReactElement => (
  <section className="panel" aria-labelledby="name">
    <header>
      <h2 id="name">Name</h2>
    </header>
    <Act act="name">
      <input
        name="name"
        type="text"
        aria-label="Name of the team"
        autoComplete="off"
        maxLength={100}
        defaultValue={clean(name, 100)}
      />
      <button className="button" type="submit">
        Save
      </button>
    </Act>
  </section>
);

function Leave({ members }: { members: readonly TeamMember[] }): ReactElement | null {
  const { base } = useFrame();
  if (members.length < 2) return null;
  return (
    <section className="panel" aria-labelledby="leave">
      <header>
        <h2 id="leave">Leave</h2>
      </header>
      <p className="small">
        Audits, keys and domains stay with the team. You are logged out here, and go on in another team of yours. The
        last admin cannot leave.
      </p>
      <form className="form" action={`${base}/settings/team/leave`} method="post">
        <p>
          <button className="button danger" type="submit">
            Leave the team
          </button>
        </p>
      </form>
    </section>
  );
}

/** The team: who belongs to it, who is invited, and which of several this browser acts for. */
export const TeamPage = (props: TeamProps): ReactElement => {
  const { team, teams, mayRun, refused } = props;
  return (
    <Document title="Team">
      <div className="wrap page">
        <div className="settings">
          <SettingsNav />
          <div>
            <div className="page-head">
              <div>
                <h1>{clean(team.title, 254)}</h1>
                <p>
                  {team.role === null
                    ? null
                    : `You are ${team.role === 'reader' ? 'a reader' : `an ${team.role}`} of this team. `}
                  {mayRun ? <Link to="/settings/team/log">Who did what</Link> : null}
                </p>
              </div>
            </div>
            {refused === null ? null : (
              <div role="alert">
                <Notice title={refused.message} tone="critical" icon="warn" />
              </div>
            )}
            <Choice teams={teams} />
            <Members team={team} mayRun={mayRun} />
            {mayRun ? <Invitations {...props} /> : null}
            {mayRun ? <Name name={team.name} /> : null}
            <Leave members={team.members} />
          </div>
        </div>
      </div>
    </Document>
  );
};
