import type { Report } from '@perimeter/contract/report';

/** The warning about a name that may be taken for another one. */
const lookAlikeText = 'Its letters are of several scripts, or look like Latin ones: it may be taken for another name.';

/** The domain in the letters that people write, as one sentence or two; null where it is all ASCII. */
export const otherName = ({ unicode }: Pick<Report, 'unicode'>): string | null =>
  unicode === undefined ? null : `Also written ${unicode.name}.${unicode.lookAlike ? ` ${lookAlikeText}` : ''}`;
