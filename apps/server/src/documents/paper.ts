/** Sizes of paper that a document can have. */
export const papers = ['a4', 'us-letter'] as const;

/** One of them. */
export type Paper = (typeof papers)[number];

/** How much of the report a document prints. */
export const details = ['brief', 'full'] as const;

/** Each layout is a document of its own in the register: the brief one goes by its paper alone. */
export type Layout = Paper | `${Paper}-full`;

/** What a layout is asked for by, with its defaults left out. */
export interface LayoutQuery {
  paper: Paper;
  detail: (typeof details)[number];
}

const full = '-full';

/** The layout of a query. */
export const layoutOf = ({ paper, detail }: LayoutQuery): Layout => (detail === 'full' ? `${paper}${full}` : paper);

/** The paper and the detail of a layout. */
export const looksOf = (layout: Layout): LayoutQuery => ({
  paper: layout.startsWith('a4') ? 'a4' : 'us-letter',
  detail: layout.endsWith(full) ? 'full' : 'brief',
});
