import { auditId } from '@perimeter/contract/audit';
import { EvidenceVersionError, readEvidence } from '@perimeter/engine/evidence/evidence';
import type { AuditResult } from '@perimeter/engine/runner/audit';
import { judgeEvidence } from '@perimeter/engine/runner/report';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { z } from 'zod';
import { UsageError } from '../../argument-values.ts';
import type { Context } from '../../context.ts';
import { say } from '../../say.ts';
import type { Target } from '../audit-targets.ts';
import { storedText } from './stored-file.ts';

/** The format of --save-evidence: evaluating it gives the same report byte for byte. */
const evidenceFile = z.object({ id: auditId, completedAtMs: z.int(), evidence: z.unknown() });

function parsed(file: string): z.infer<typeof evidenceFile> {
  let json: unknown;
  try {
    json = JSON.parse(storedText(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON`);
  }
  const read = evidenceFile.safeParse(json);
  if (read.success) return read.data;
  // Only the evidence, as an operator may export it from a service.
  const { startedAtMs } = z.object({ target: z.object({ startedAtMs: z.int() }) }).safeParse(json).data?.target ?? {};
  if (startedAtMs === undefined) throw new UsageError(`${file} is not evidence of --save-evidence`);
  return { id: `aud_${crypto.randomUUID()}`, completedAtMs: startedAtMs, evidence: json };
}

/** Evaluates stored evidence with today's rules, without network access. Throws UsageError. */
export function judgedFile(file: string, context: Context): { target: Target; result: AuditResult } {
  const { id, completedAtMs, evidence: stored } = parsed(file);
  try {
    const evidence = readEvidence(stored);
    const { domain: named, registrableDomain, scanMode } = evidence.target;
    const name = parseDomain(named);
    // Names of the lab are not valid public names, but are accepted if they are syntactically names.
    if (!name.ok && !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/u.test(named)) throw new UsageError(`${file} names no domain`);
    const request = { id, domain: named, registrableDomain, scanMode };
    const onBug = (where: string): void => say(context, `Internal error in ${where}`);
    const judged = judgeEvidence(evidence, { id, completedAtMs }, onBug);
    return { target: { request, source: null, isHostOfUrl: false }, result: { ...judged, evidence } };
  } catch (error) {
    if (error instanceof EvidenceVersionError) throw new UsageError(`${file}: ${error.message}`);
    if (error instanceof z.ZodError) throw new UsageError(`${file} is not evidence that this version can judge`);
    throw error;
  }
}
