import { endsWords } from '@perimeter/protocols/exposure/content';
import type { ExposedPathResult } from './schema.ts';

/** The day on which the last of the credentials in a file expired; null where one is still valid. */
export function endedOn({ mark, proof }: ExposedPathResult, auditedAtMs: number): string | null {
  if ((mark !== 'secret' && mark !== 'key') || proof.length === 0) return null;
  const ends = proof.map((line) => Date.parse(line.split(endsWords)[1] ?? ''));
  const last = Math.max(...ends);
  return last < auditedAtMs ? new Date(last).toISOString().slice(0, 10) : null;
}
