/** A sentence from its template: `{0}` is the first value, `{0|else}` is "else" where that value is empty or missing. */
export const fillTemplate = (template: string, values: readonly string[]): string =>
  template.replaceAll(
    /\{(\d)(?:\|([^}]*))?\}/g,
    (_, index: string, fallback = '') => values[Number(index)] || String(fallback),
  );
