import { z } from 'zod';
import { netFailure } from '../observed.ts';

/** What came of a question; failed: nothing usable came, and nothing follows from it. */
export const answerStatus = z.enum(['answer', 'nodata', 'nxdomain', 'failed']);

/** The TXT values of one name, one character an octet. */
export const textAnswer = z.object({
  name: z.string(),
  status: answerStatus,
  /** In canonical order, each cut at 8 KiB. */
  texts: z.array(z.string()),
  /** Names of the aliases that led to them; with nxdomain it is the last of these that does not exist. */
  aliases: z.array(z.string()),
  failure: netFailure.optional(),
});
export type TextAnswer = z.infer<typeof textAnswer>;

/** The values as parsers of records take them: null where nothing is known. */
export const textsOf = ({ status, texts }: TextAnswer): readonly string[] | null =>
  status === 'failed' ? null : texts;
