import type { TeamMember } from '@perimeter/contract/account/team';
import type { ReactElement } from 'react';
import { Document } from '../../components/document.tsx';
import { clean, Link, Notice } from '../../components/parts.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Confirmation } from '../../features/team/confirmation.tsx';
import { Invitations } from '../../features/team/invitations.tsx';
import { Members } from '../../features/team/members.tsx';
import { useFrame } from '../../lib/frame.ts';
import type { TeamProps } from '../../lib/team-props.ts';

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

function Name({ name }: { name: string }): ReactElement {
  const { base } = useFrame();
  return (
    <section className="panel" aria-labelledby="name">
      <header>
        <h2 id="name">Name</h2>
      </header>
      <form className="form" action={`${base}/settings/team`} method="post">
        <input type="hidden" name="act" value="name" />
        <div className="field">
          <label htmlFor="team-name">Name of the team</label>
          <input
            id="team-name"
            name="name"
            type="text"
            autoComplete="off"
            maxLength={100}
            defaultValue={clean(name, 100)}
            aria-describedby="team-name-hint"
          />
          <p className="hint" id="team-name-hint">
            Without one it goes by the address of its account.
          </p>
        </div>
        <p>
          <button className="button" type="submit">
            Save
          </button>
        </p>
      </form>
    </section>
  );
}

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
  const { team, teams, mayRun, refused, held } = props;
  // The form of invitations leads to where they are: what it is answered with stands there.
  const isOfInvitation = refused !== null && refused.email !== '';
  const refusal =
    refused === null ? null : (
      <>
        <div role="alert" id={isOfInvitation ? 'invite' : undefined}>
          <Notice title={refused.message} tone="critical" icon="warn" />
        </div>
        {held === null ? null : <Confirmation held={held} />}
      </>
    );
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
            {isOfInvitation ? null : refusal}
            <Choice teams={teams} />
            <Members team={team} mayRun={mayRun} />
            {isOfInvitation ? refusal : null}
            {mayRun ? <Invitations {...props} isTarget={!isOfInvitation} /> : null}
            {mayRun ? <Name name={team.name} /> : null}
            <Leave members={team.members} />
          </div>
        </div>
      </div>
    </Document>
  );
};
