import { repeatedNames, splitFields } from '../tag-list.ts';

/** Errors that invalidate an MTA-STS record. */
export interface MtaStsRecordProblem {
  code: 'tag-malformed' | 'tag-repeated' | 'id-missing' | 'id-invalid';
  text: string;
}

/** An MTA-STS record: senders take the policy where there are no problems. */
export interface ParsedMtaStsRecord {
  id: string | null;
  problems: readonly MtaStsRecordProblem[];
}

/** RFC 8461 section 3.1: exactly these characters come first; any other text is not about MTA-STS. */
export const isMtaStsRecord = (text: string): boolean => /^v=STSv1[ \t]*;/.test(text);

/** Reads the TXT record at `_mta-sts` (RFC 8461 section 3.1). Only for texts that `isMtaStsRecord` accepts. */
export function parseMtaStsRecord(text: string): ParsedMtaStsRecord {
  const { tags, malformed } = splitFields(text, ['id']);
  const id = tags.find(({ name }) => name === 'id')?.value ?? null;
  const problems: MtaStsRecordProblem[] = [
    ...malformed.map((part) => ({ code: 'tag-malformed', text: part }) as const),
    ...repeatedNames(tags).map((name) => ({ code: 'tag-repeated', text: name }) as const),
    ...(id === null ? [{ code: 'id-missing', text: '' } as const] : []),
    ...(id === null || /^[a-z0-9]{1,32}$/i.test(id) ? [] : [{ code: 'id-invalid', text: id } as const]),
  ];
  return { id, problems };
}
