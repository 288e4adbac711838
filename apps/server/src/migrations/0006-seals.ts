import { sql, type Kysely } from 'kysely';

// Keys are kept forever: a report must stay verifiable long after its key was replaced.
const signingKeys = sql`
  create table signing_keys (
    kid text primary key,
    role text not null check (role in ('root', 'signer')),
    certificate bytea not null,
    encrypted_key bytea,
    status text not null default 'active' check (status in ('active', 'retired', 'compromised')),
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`;

const oneActive = sql`create unique index signing_keys_active on signing_keys (role) where status = 'active'`;

// The register: each entry's hash includes the previous one, so that replacing an entry invalidates all later ones. The
// document itself is deleted with its report; its hashes stay.
const seals = sql`
  create table seals (
    sequence bigint primary key,
    audit_id uuid not null references audits,
    paper text not null,
    content_sha256 bytea not null,
    file_sha256 bytea not null unique,
    kid text not null references signing_keys,
    sealed_at timestamptz not null,
    previous_entry bytea not null,
    entry bytea not null unique,
    body bytea,
    unique (audit_id, paper)
  )`;

const byContent = sql`create index seals_by_content on seals (content_sha256)`;

/** Signing keys, and the register of sealed documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await signingKeys.execute(db);
  await oneActive.execute(db);
  await seals.execute(db);
  await byContent.execute(db);
}
