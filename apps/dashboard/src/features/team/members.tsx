import { teamRole, type TeamMember } from '@perimeter/contract/account/team';
import type { ReactElement } from 'react';
import { clean, Time } from '../../components/parts.tsx';
import type { TeamProps } from '../../lib/team-props.ts';
import { Act, roleAbouts, Roles } from './acts.tsx';

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

/** Who belongs to a team; admins change roles and remove. */
export const Members = ({ team: { members }, mayRun }: Pick<TeamProps, 'team' | 'mayRun'>): ReactElement => (
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
      {teamRole.options.map((role) => `A${role === 'reader' ? '' : 'n'} ${role} ${roleAbouts[role]}.`).join(' ')}
    </p>
  </section>
);
