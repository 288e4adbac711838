import type { AuditChanges } from '../database/changes.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { findAudit, type AuditWithElapsed } from '../repositories/audits/audits.ts';

/** Audits as the database last told them; asked again only when it announced a change since. */
export interface StatusCache {
  /** What is remembered, to be read at once and not kept; undefined where the database has to be asked. */
  atHand: (auditId: string) => AuditWithElapsed | undefined;
  find: (auditId: string) => Promise<AuditWithElapsed | undefined>;
  /** For anyone who changed an audit here and answers so: the next to ask does not race the announcement. */
  forget: (auditId: string) => void;
}

interface Entry {
  audit: AuditWithElapsed;
  /** How old it was when it was read, and when that was by our clock. */
  readMs: number;
  readAtMs: number;
}

interface Reading {
  found: Promise<AuditWithElapsed | undefined>;
  /** The newest version that was announced while the answer was on its way. */
  announced: number;
}

const maxEntries = 10_000;
// Announcements tell everything; this bounds what a listening connection that is dead without knowing it can cost.
const maxAgeMs = 5_000;

/** An audit that has not ended grows older while it is remembered, by our clock from the database's reading on. */
function age({ audit, readMs, readAtMs }: Entry, nowMs: number): AuditWithElapsed {
  if (audit.ended_at === null) audit.elapsed_ms = readMs + Math.floor(nowMs - readAtMs);
  return audit;
}

/** The end of an audit is stored a little before it is announced, and answers meanwhile reported an older state: the age never decreases. */
function tellNoYounger(): (audit: AuditWithElapsed) => AuditWithElapsed {
  const toldMs = new Map<string, number>();
  return (audit) => {
    audit.elapsed_ms = Math.max(toldMs.get(audit.id) ?? 0, audit.elapsed_ms);
    if (audit.ended_at !== null) return audit;
    if (!toldMs.has(audit.id)) makeRoom(toldMs);
    toldMs.set(audit.id, audit.elapsed_ms);
    return audit;
  };
}

/** Forgets what was remembered first where there is no place for one more. */
function makeRoom(memory: Map<string, unknown>): void {
  const [oldest] = memory.keys();
  if (memory.size >= maxEntries && oldest !== undefined) memory.delete(oldest);
}

function remember(entries: Map<string, Entry>, audit: AuditWithElapsed, readAtMs: number): void {
  entries.delete(audit.id);
  makeRoom(entries);
  entries.set(audit.id, { audit: { ...audit }, readMs: audit.elapsed_ms, readAtMs });
}

/**
 * Reads audits through a memory that the announcements of changes keep true. Without a listening connection it remembers
 * nothing and asks the database each time. One reading serves all who ask while it is on its way, unless a change was
 * announced after it began. The clock gives milliseconds and never goes back.
 */
export function cacheStatuses(
  db: Db,
  changes: Pick<AuditChanges, 'follow' | 'isListening'>,
  clock: () => number = () => performance.now(),
): StatusCache {
  const entries = new Map<string, Entry>();
  const readings = new Map<string, Reading>();
  const tell = tellNoYounger();

  const outdate = (auditId: string, version: number): void => {
    const reading = readings.get(auditId);
    if (reading !== undefined) {
      reading.announced = Math.max(reading.announced, version);
      readings.delete(auditId);
    }
    if ((entries.get(auditId)?.audit.version ?? Infinity) < version) entries.delete(auditId);
  };

  changes.follow({
    changed: outdate,
    lost: () => {
      entries.clear();
      for (const reading of readings.values()) reading.announced = Infinity;
      readings.clear();
    },
  });

  const read = async (auditId: string): Promise<AuditWithElapsed | undefined> => {
    const found = findAudit(db, auditId);
    const reading: Reading = { found, announced: changes.isListening() ? 0 : Infinity };
    readings.set(auditId, reading);
    try {
      const audit = await found;
      if (audit !== undefined && audit.version >= reading.announced) remember(entries, audit, clock());
      return audit;
    } finally {
      if (readings.get(auditId) === reading) readings.delete(auditId);
    }
  };

  const atHand = (auditId: string): AuditWithElapsed | undefined => {
    const nowMs = clock();
    const entry = entries.get(auditId);
    return entry !== undefined && nowMs - entry.readAtMs < maxAgeMs ? tell(age(entry, nowMs)) : undefined;
  };

  return {
    atHand,
    find: async (auditId) => {
      const known = atHand(auditId);
      if (known !== undefined) return { ...known };
      const found = await (readings.get(auditId)?.found ?? read(auditId));
      return found === undefined ? undefined : tell({ ...found });
    },
    forget: (auditId) => outdate(auditId, Infinity),
  };
}
