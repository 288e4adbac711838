/** What came as JSON and is an object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A number, or 0. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The objects of a list. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => isRecord(one)) : [];
