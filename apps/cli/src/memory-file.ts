import {
  type AuditMemory,
  maxSessionAgeMs,
  memoryFile,
  type MemoryFile,
} from '@perimeter/engine/evidence/history/memory';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './argument-values.ts';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { replaceFile } from './replace-file.ts';

/** Readable by the owner only, because sessions are secrets. */
const ownerOnly = 0o600;

const nothing: MemoryFile = { perimeterMemory: 1, domains: {} };

function contentOf(file: string): MemoryFile {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return nothing;
    if (!stats.isFile()) throw new UsageError(`The memory ${file} is not a file`);
    const read = memoryFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (read.success) return read.data;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (!(error instanceof SyntaxError))
      throw new UsageError(`Cannot read the memory file ${file}: ${fileProblem(error)}`);
  }
  throw new UsageError(`${file} is not a memory file: use another file, or delete this one`);
}

/** The memory of a domain in the file; null if it, or the file, is new. Throws UsageError. */
export function readMemory(file: string, registrableDomain: string): AuditMemory | null {
  const { domains } = contentOf(file);
  return Object.hasOwn(domains, registrableDomain) ? (domains[registrableDomain] ?? null) : null;
}

/** Checks before any packet is sent that the memory can be stored. Throws UsageError. */
export function checkMemory(file: string): void {
  contentOf(file);
  try {
    accessSync(path.dirname(path.resolve(file)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`Cannot write the memory file ${file}: ${fileProblem(error)}`);
  }
}

/** Removes old sessions, also of domains that are no longer audited. */
const withoutOldSessions = (memory: AuditMemory, nowMs: number): AuditMemory => ({
  ...memory,
  sessions: memory.sessions.filter(({ receivedAtMs }) => nowMs - receivedAtMs <= maxSessionAgeMs),
});

/** Stores an audit's memory, keeping other domains in the file. Throws UsageError. */
export function writeMemory(file: string, registrableDomain: string, memory: AuditMemory, nowMs = Date.now()): void {
  const { domains } = contentOf(file);
  const kept = Object.entries({ ...domains, [registrableDomain]: memory });
  const written: MemoryFile = {
    perimeterMemory: 1,
    domains: Object.fromEntries(kept.map(([domain, one]) => [domain, withoutOldSessions(one, nowMs)])),
  };
  try {
    replaceFile(file, `${JSON.stringify(written, null, 1)}\n`, ownerOnly);
  } catch (error) {
    throw new UsageError(`Cannot write the memory file ${file}: ${fileProblem(error)}`);
  }
}

/** Like {@link writeMemory}, but returns the error, so that the report is not lost. */
export function keepMemory(file: string, registrableDomain: string, memory: AuditMemory): string | null {
  try {
    writeMemory(file, registrableDomain, memory);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
