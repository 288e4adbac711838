import type { CheckedBatch } from '@perimeter/contract/batch';
import { domainBody, tagsBody } from '@perimeter/contract/domains';
import { csvLine } from '@perimeter/report/forms/csv';
import { safeText } from '@perimeter/report/safe-text';
import { keptWordsOf, knownDomainsOf, nothingKept } from '../../repositories/domains/many-words.ts';
import type { ListedCells } from './read-lines.ts';

type ListedWords = NonNullable<CheckedBatch['lines'][number]['words']>;
interface Kept {
  tags: readonly string[];
  owner: string;
  note: string;
}

/** A text as the CSV of the domains writes it, and as the cell is read again. */
const asWritten = (text: string): string =>
  csvLine([safeText(text)])
    .slice(1, -1)
    .replaceAll('""', '"')
    .trim();

/** What a cell says, without the mark that keeps spreadsheets from reading it as a formula. */
const meant = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/u, '');

const refusals = {
  tags: 'The tags are not taken: a domain has at most 10, of at most 40 characters each.',
  owner: 'The owner is not taken: it has more than 100 characters.',
  note: 'The note is not taken: it has more than 1,000 characters.',
} as const;

/** What a cell says where it is not what is kept; null: the same, or too much. */
function textChange(cell: string | undefined, kept: string, field: 'owner' | 'note', refused: string[]) {
  if (cell === undefined || cell === kept || cell === asWritten(kept)) return null;
  const read = domainBody.shape[field].safeParse(meant(cell));
  if (!read.success) refused.push(refusals[field]);
  const after = read.data;
  return after === undefined || after === kept ? null : { before: kept, after };
}

function tagsChange(cell: string | undefined, kept: readonly string[], refused: string[]) {
  if (cell === undefined || cell === asWritten(kept.map((tag) => safeText(tag)).join(' '))) return null;
  const words = meant(cell).split(/[\s,;]+/u);
  const read = tagsBody.safeParse({ tags: [...new Set(words.filter((word) => word !== ''))] });
  if (!read.success) refused.push(refusals.tags);
  const after = read.data?.tags;
  if (after === undefined || after.join(' ') === kept.join(' ')) return null;
  return { before: [...kept], after };
}

/** What the columns of a list would change of what is kept of a domain; null: nothing. */
export function listedWords(cells: ListedCells, kept: Kept, isKnown: boolean): ListedWords | null {
  const refused: string[] = [];
  const tags = tagsChange(cells.tags, kept.tags, refused);
  const owner = textChange(cells.owner, kept.owner, 'owner', refused);
  const note = textChange(cells.note, kept.note, 'note', refused);
  if (tags === null && owner === null && note === null && refused.length === 0) return null;
  return { tags, owner, note, refused, isKnown };
}

/** What is said of a domain that a line before names: which of the two is meant, nobody knows. */
const listedAgain = (cells: ListedCells): ListedWords | null =>
  Object.keys(cells).length === 0
    ? null
    : {
        tags: null,
        owner: null,
        note: null,
        refused: ['Listed before: of its tags, owner and note, those of the first line are taken.'],
        isKnown: false,
      };

/** Reads line by line what a list would change of what is kept of its domains. */
export async function wordsReader(
  db: Parameters<typeof keptWordsOf>[0],
  accountId: string,
  domains: readonly string[],
) {
  const [kept, known] = [await keptWordsOf(db, accountId, domains), await knownDomainsOf(db, accountId, domains)];
  const seen = new Set<string>();
  return (domain: string | null, cells: ListedCells): ListedWords | null => {
    if (domain === null) return null;
    if (seen.has(domain)) return listedAgain(cells);
    seen.add(domain);
    return listedWords(cells, kept.get(domain) ?? nothingKept, known.has(domain));
  };
}
