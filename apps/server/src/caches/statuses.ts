import type { AuditChanges } from '../database/changes.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { findAudit, type AuditWithElapsed } from '../repositories/audits/audits.ts';

/** Caches audits; one is read again only after the database announced a change. */
export interface StatusCache {
  /** The cached audit, valid only now; undefined if the database must be asked. */
  atHand: (auditId: string) => AuditWithElapsed | undefined;
  find: (auditId: string) => Promise<AuditWithElapsed | undefined>;
  /** Drops an audit that the caller has just changed, so that the next read does not depend on the announcement. */
  forget: (auditId: string) => void;
}

interface Entry {
  audit: AuditWithElapsed;
  /** Its age when it was read, and the local time of that read. */
  readMs: number;
  readAtMs: number;
}

interface Reading {
  found: Promise<AuditWithElapsed | undefined>;
  /** The newest version that was announced while the read was in progress. */
  announced: number;
}

const maxEntries = 10_000;
// Changes are announced by notification; this limits the delay if the listening connection died unnoticed.
const maxAgeMs = 5_000;

/** The age of a running audit: as the database reported it, plus the local time since. */
function age({ audit, readMs, readAtMs }: Entry, nowMs: number): AuditWithElapsed {
  if (audit.ended_at === null) audit.elapsed_ms = readMs + Math.floor(nowMs - readAtMs);
  return audit;
}

/**
 * The end of an audit is stored shortly before it is announced, and meanwhile cached answers report a later age. Never
 * report a lower age than before.
 */
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

/** Evicts the oldest entry if the cache is full. */
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
 * Caches audits, invalidated by announcements of changes. Without a listening connection nothing is cached, and each
 * read asks the database. Concurrent readers share one query, unless a change was announced after it began. The clock
 * returns milliseconds and must be monotonic.
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
