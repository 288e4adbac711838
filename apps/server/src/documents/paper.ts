/** Sizes of paper that a document can have. */
export const papers = ['a4', 'us-letter'] as const;

/** One of them. */
export type Paper = (typeof papers)[number];
