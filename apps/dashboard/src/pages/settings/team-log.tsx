import type { TeamAction, TeamLogEntry } from '@perimeter/contract/account/team';
import type { ReactElement } from 'react';
import { Document } from '../../components/document.tsx';
import { clean, Link, Time } from '../../components/parts.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import type { TeamLogProps } from '../../lib/team-props.ts';

const words: Readonly<Record<TeamAction, string>> = {
  team_renamed: 'named the team',
  member_joined: 'joined',
  member_left: 'left',
  member_removed: 'removed the member',
  role_changed: 'changed the role of',
  invitation_made: 'invited',
  invitation_withdrawn: 'withdrew the invitation of',
  key_created: 'created the key',
  key_rotated: 'rotated the key',
  key_revoked: 'revoked the key',
  audit_started: 'started an audit of',
  audit_cancelled: 'cancelled the audit',
  audit_changed: 'made private or public the audit',
  batch_started: 'started a batch of',
  batch_cancelled: 'cancelled the batch',
  batch_resumed: 'resumed the batch',
  share_made: 'made a share link of',
  share_ended: 'ended a share link of',
  waiver_made: 'accepted a risk of',
  waiver_changed: 'changed the waiver',
  waiver_removed: 'removed the waiver',
  domain_tagged: 'tagged',
  domain_changed: 'changed the notes of',
  domain_removed: 'removed the domain',
  answer_changed: 'changed answers:',
  answer_deleted: 'deleted an answer to',
  control_claimed: 'claimed control of',
  control_checked: 'checked control of',
  control_ended: 'ended control of',
  badge_made: 'made a badge for',
  badge_ended: 'ended the badge of',
  settings_changed: 'changed the settings',
  deletion_requested: 'requested the deletion of the account',
};

const actors = { person: '', key: 'key ', operator: '' } as const;
const auditId = /^aud_[0-9a-f-]{36}$/;

const Named = ({ text }: { text: string }): ReactElement =>
  auditId.test(text) ? <Link to={`/audits/${text}`}>{text}</Link> : <>{clean(text, 300)}</>;

const Entry = ({ entry: { at, actor, action, target, targetName, detail } }: { entry: TeamLogEntry }): ReactElement => (
  <tr>
    <td className="num">
      <Time at={at} />
    </td>
    <th scope="row">
      {actors[actor.kind]}
      {clean(actor.name, 254)}
    </th>
    <td>
      {words[action]} {clean(targetName, 300)}{' '}
      {target === actor.name ? null : (
        <span className={targetName === '' ? undefined : 'small quiet'}>
          <Named text={target} />
        </span>
      )}
      {detail === '' ? null : (
        <span className="small quiet">
          {' '}
          <Named text={detail} />
        </span>
      )}
    </td>
  </tr>
);

const Entries = ({ entries }: Pick<TeamLogProps, 'entries'>): ReactElement => (
  <div className="scroll" tabIndex={0} role="region" aria-label="Table of who did what">
    <table className="table">
      <caption className="hidden-visually">Who did what, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When (UTC)</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  </div>
);

/** Who did what in a team, page by page. */
export const TeamLogPage = ({ title, entries, nextCursor, isFirstPage }: TeamLogProps): ReactElement => (
  <Document title="Log of the team">
    <div className="wrap page">
      <div className="settings">
        <SettingsNav />
        <div>
          <div className="page-head">
            <div>
              <h1>Log of the team</h1>
              <p>
                <Link to="/settings/team">{clean(title, 254)}</Link>. Lines are never changed or removed while the team
                exists.
              </p>
            </div>
          </div>
          <section className="panel" aria-label="Log">
            {entries.length === 0 ? <p className="quiet">Nothing has happened yet.</p> : <Entries entries={entries} />}
            {isFirstPage && nextCursor === null ? null : (
              <p className="row small">
                {isFirstPage ? null : <Link to="/settings/team/log">Newest</Link>}
                {nextCursor === null ? null : <Link to={`/settings/team/log?cursor=${nextCursor}`}>Older</Link>}
              </p>
            )}
          </section>
        </div>
      </div>
    </div>
  </Document>
);
