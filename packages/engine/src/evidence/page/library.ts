import { z } from 'zod';
import { severity } from '@perimeter/contract/finding';

/** An advisory of the list, as far as it is needed to judge: see `Advisory` of the list of libraries, whose words these are. */
const advisory = z.object({
  id: z.string(),
  severity,
  below: z.string(),
  atOrAbove: z.string().optional(),
  endOfLife: z.literal(true).optional(),
});

/** A library that the page loads or holds, and the advisories of the list for its version. */
export const pageLibrary = z.object({
  name: z.string(),
  version: z.string(),
  /** url: by the address alone; banner: by the comment at the beginning of the file; code: by the text after it. */
  by: z.enum(['url', 'banner', 'code']),
  /** The script; the document for an inline one. */
  url: z.string(),
  quote: z.string(),
  advisories: z.array(advisory),
});
export type PageLibrary = z.infer<typeof pageLibrary>;

/** The list by which libraries were recognised, and its day. */
export const libraryListName = z.object({ name: z.string(), date: z.string() });
