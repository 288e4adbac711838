import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { categoryKey, type CategoryKey } from '@perimeter/contract/category';
import { type AuditEvidence, type EvidenceKind, readEvidence } from '../../evidence/evidence.ts';
import { deepAudit, deepAuditsBy } from './deep-audit.ts';
import { neededIn } from './needed-of-hosts.ts';

// Tables of the lab and printed commands are tested with the same hosts: each is audited once per test run.

const kinds = new Map(categoryKey.options.map((category) => [category, neededIn(category)]));

/** An audit takes less; a process that claimed it longer ago was killed. */
const longestMs = 180_000;
const everyMs = 100;

/** True for the process that has to audit. */
function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}

/** Audits for all processes: a file is complete when it gets its final name. */
async function auditForAll(audit: () => Promise<AuditEvidence>, file: string, claim: string): Promise<AuditEvidence> {
  try {
    const evidence = await audit();
    await writeFile(`${file}.part`, JSON.stringify(evidence));
    await rename(`${file}.part`, file);
    return evidence;
  } catch (error) {
    await rm(claim, { recursive: true });
    throw error;
  }
}

/**
 * The evidence of a deep audit of a lab host, as far as the lab's tables and the printed commands of this category need
 * it. Among the files of a test run, the first audits and the others read the result; a single file audits itself.
 */
export async function auditedOnce(category: CategoryKey, host: string): Promise<AuditEvidence> {
  const folder = process.env['PERIMETER_MEASURED'];
  const audit = (): Promise<AuditEvidence> => deepAudit(host, kinds.get(category)?.get(host));
  if (folder === undefined) return audit();
  const file = path.join(folder, `${category}.${host}.json`);
  const claim = `${file}.claim`;
  for (const deadlineMs = performance.now() + longestMs; performance.now() < deadlineMs; await sleep(everyMs)) {
    if (existsSync(file)) return readEvidence(JSON.parse(await readFile(file, 'utf8')));
    if (isFirst(claim)) return auditForAll(audit, file, claim);
  }
  return audit();
}

/**
 * Deep audits with some kinds of evidence, each host once: those that the lab's tables of this category need with all
 * of these kinds are shared with the other files of a test run.
 */
export function sharedAuditsBy(category: CategoryKey, wanted: ReadonlySet<EvidenceKind>) {
  const isShared = (host: string): boolean => {
    const needed = kinds.get(category)?.get(host);
    return needed !== undefined && [...wanted].every((kind) => needed.has(kind));
  };
  return deepAuditsBy(wanted, async (host) => (isShared(host) ? auditedOnce(category, host) : deepAudit(host, wanted)));
}
