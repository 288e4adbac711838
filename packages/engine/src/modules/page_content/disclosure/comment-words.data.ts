import type { MarkedComment } from '@perimeter/protocols/html/document/comments';

/** What a comment with a mark has, in words for people. */
export const words: Readonly<Record<MarkedComment['mark'], string>> = {
  internal: 'internal addresses or host names',
  credential: 'words of credentials with a value',
  path: 'paths of the server',
  note: 'notes about open security work',
};
