/** Paper sizes of documents. */
export const papers = ['a4', 'us-letter'] as const;

/** One of them. */
export type Paper = (typeof papers)[number];

/** How much of the report a document contains. */
export const details = ['brief', 'full'] as const;

/** Each layout is a separate document in the register; the name of a brief one is its paper size alone. */
export type Layout = Paper | `${Paper}-full`;

/** A layout as query parameters, without those that have their default. */
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
