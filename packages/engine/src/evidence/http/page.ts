import { z } from 'zod';

/** What one reading of an HTML document found; the values of form fields are not among it. */
export const httpPage = z.object({
  /** Id of the exchange whose body it is. */
  exchange: z.string(),
  /** The first title, at most 200 characters of it. */
  title: z.string().nullable().optional(),
  /** The encoding that a meta element names within the first 1024 characters. */
  metaCharset: z.string().nullable(),
  /** Meta elements that replace a header or name a property, in order, at most 100, and at most 200 with referrer policies. */
  metas: z.array(
    z.object({
      /** In lower case: the name, or the header that it replaces. */
      key: z.string(),
      kind: z.enum(['name', 'http-equiv']),
      content: z.string(),
      /** False after the end of the head, where browsers ignore a policy. */
      inHead: z.boolean(),
      /** Where the tag begins and ends, in characters of the body's text. */
      span: z.tuple([z.int(), z.int()]).optional(),
    }),
  ),
  /** Count of input elements of type password. */
  passwordFields: z.int(),
  /** Input elements of type hidden: how many, and the characters of the longest value. */
  hiddenFields: z.object({ count: z.int(), longestValue: z.int() }),
});
export type HttpPage = z.infer<typeof httpPage>;
