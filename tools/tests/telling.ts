/** The relevant lines of a test run: of a failed one everything except passes, of a passed one skips and totals. */
export function telling(lines: readonly string[], ok: boolean): string[] {
  const told = lines.filter((line) => line !== '' && !/^\s*✔/u.test(line));
  return ok ? told.filter((line) => /^\s*﹣|^ℹ (?:pass|fail|cancelled|skipped) /u.test(line)) : told;
}

/** The first failure in the spec reporter's final list with the first line of its error; null without one. */
export function firstFailure(lines: readonly string[]): string | null {
  const listed = lines.slice(lines.indexOf('✖ failing tests:') + 1).filter((line) => line.trim() !== '');
  const at = listed.findIndex((line) => line.startsWith('✖ '));
  if (!lines.includes('✖ failing tests:') || at === -1) return null;
  return [listed[at]?.slice(2).replace(/ \([\d.]+ms\)$/u, ''), listed[at + 1]?.trim()].filter(Boolean).join(': ');
}
