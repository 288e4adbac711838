/** The words of a value, in lower case: signs, digits and capitals separate them. */
export const wordsOf = (value: string): string[] =>
  value
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? [];
