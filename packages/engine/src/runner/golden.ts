import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditEvidence, readEvidence } from '../evidence/evidence.ts';
import { judgeEvidence } from './report.ts';

/** The folder of recorded evidence and its reports. */
export const goldenDir = join(import.meta.dirname, '../../golden');

/** Sites with recorded evidence. */
export const goldenSites = (): string[] =>
  readdirSync(goldenDir)
    .filter((name) => name.endsWith('.evidence.json'))
    .map((name) => name.slice(0, -'.evidence.json'.length))
    .toSorted();

export const evidencePath = (site: string): string => join(goldenDir, `${site}.evidence.json`);
export const reportPath = (site: string): string => join(goldenDir, `${site}.report.json`);

/** The text of a golden file, indented by two spaces for readable diffs. */
export const goldenText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Judges recorded evidence by current rules, with fixed id and times. */
export function judgeGolden(site: string): string {
  const evidence: AuditEvidence = readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));
  const frame = {
    id: 'aud_00000000-0000-4000-8000-000000000000',
    completedAtMs: evidence.target.startedAtMs + 1000,
  };
  const judged = judgeEvidence(evidence, frame, (where, error) => {
    throw new Error(`${site}: ${where} broke`, { cause: error });
  });
  return goldenText(judged.ok ? judged.report : { failure: judged.failure });
}
