import { safeLines } from './safe-text.ts';

const maxLines = 200;
const maxLineLength = 1_000;

/** Evidence as safe lines, without blank ones at the end, cut if very long. */
export function evidenceLines(evidence: string): string[] {
  const lines = safeLines(evidence, { maxLength: maxLineLength });
  const kept = lines.slice(0, 1 + lines.findLastIndex((line) => line.trim() !== ''));
  const more = kept.length - maxLines;
  return more > 0 ? [...kept.slice(0, maxLines), `… ${more} more lines`] : kept;
}
