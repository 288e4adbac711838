import { z } from 'zod';

/** A closed list of reasons: the keys of the table that has a sentence for each. */
export const reasonsOf = <T extends Readonly<Record<string, string>>>(sentences: T) =>
  z.custom<Extract<keyof T, string>>((value) => typeof value === 'string' && Object.hasOwn(sentences, value));

/** What a sentence about a reason compares, in its order: numbers, dates and names, never words. */
export const reasonValues = z.array(z.string()).readonly();
