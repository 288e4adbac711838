import type { Cause } from '../../causes.data.ts';

/** The cause, or null where the values show it; and the sentence, in which `{name}` stands for the value of that name. */
export type OpenReason = readonly [cause: Cause | null, sentence: string];
