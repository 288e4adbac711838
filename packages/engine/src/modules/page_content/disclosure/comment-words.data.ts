import type { MarkedComment } from '@perimeter/protocols/html/document/comments';

/** What comments of each kind contain. */
export const commentWords: Readonly<Record<MarkedComment['mark'], string>> = {
  internal: 'internal addresses or host names',
  credential: 'words of credentials with a value',
  path: 'paths of the server',
  note: 'notes about open security work',
};
