import { sql, type Kysely } from 'kysely';

// Stores names as they were, so that entries stay attributed after a person has left. Deleted only with the team.
const log = sql`
  create table team_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    team_id uuid not null references accounts on delete cascade,
    actor_kind text not null check (actor_kind in ('person', 'key', 'operator')),
    actor_id text not null,
    actor_name text not null,
    action text not null,
    target text not null default '',
    detail text not null default ''
  )`;
const byTeam = sql`create index team_log_by_team on team_log (team_id, id desc)`;

// A delete cascaded from a foreign key runs at trigger depth 2: entries are deleted with their team, and in no other
// way.
const appendOnly = [
  sql`
  create function team_log_keep() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
    raise exception 'The log of a team is append-only';
  end $$`,
  sql`create trigger team_log_keep before update or delete on team_log
    for each row execute function team_log_keep()`,
  sql`create trigger team_log_whole before truncate on team_log
    for each statement execute function team_log_keep()`,
];

/** The log of actions in a team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [log, byTeam, ...appendOnly]) await statement.execute(db);
}
