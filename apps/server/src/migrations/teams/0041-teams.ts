import { sql, type Kysely } from 'kysely';

// A team has the id of its first member's account, so that everything that account owned belongs to the team without a
// change.
const members = sql`
  create table team_members (
    team_id uuid not null references accounts on delete cascade,
    person_id uuid not null references accounts on delete cascade,
    role text not null check (role in ('reader', 'auditor', 'admin')),
    joined_at timestamptz not null default now(),
    primary key (team_id, person_id)
  )`;
const byPerson = sql`create index team_members_by_person on team_members (person_id)`;

const existing = sql`
  insert into team_members (team_id, person_id, role, joined_at) select id, id, 'admin', created_at from accounts`;

// Every new account, made by any version, gets a team of one.
const home = [
  sql`
  create function accounts_home() returns trigger language plpgsql as $$
  begin
    insert into team_members (team_id, person_id, role, joined_at) values (new.id, new.id, 'admin', new.created_at);
    return null;
  end $$`,
  sql`create trigger accounts_home after insert on accounts for each row execute function accounts_home()`,
];

const names = sql`
  alter table accounts add column team_name text not null default '' check (char_length(team_name) <= 100),
    add column current_team uuid`;

// Null: the account's own team.
const sessions = sql`
  alter table sessions add column team_id uuid references accounts on delete cascade`;
const byTeam = sql`create index sessions_by_team on sessions (team_id) where team_id is not null`;

const invitations = sql`
  create table team_invitations (
    id uuid primary key,
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    team_id uuid not null references accounts on delete cascade,
    email text not null check (email = lower(email)),
    role text not null check (role in ('reader', 'auditor', 'admin')),
    invited_by uuid references accounts on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    unique (team_id, email)
  )`;

// The original account of a passkey whose holder has another now: the authenticator still returns the original user
// handle.
const passkeys = sql`alter table passkeys add column made_for uuid`;

// Every process caches team memberships and roles, so changes are announced.
const announcements = [
  sql`create trigger team_members_announce after update or delete on team_members
    for each row execute function credentials_announce('person_id')`,
  sql`create trigger sessions_moved_announce after update of team_id, account_id on sessions
    for each row execute function credentials_announce('account_id')`,
];

/** Teams: members with roles, invitations, and the team of a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = [members, byPerson, existing, ...home, names, sessions, byTeam, invitations, passkeys];
  for (const statement of [...tables, ...announcements]) await statement.execute(db);
}
