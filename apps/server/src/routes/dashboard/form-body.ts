import type { Http } from '../../http/http.ts';

/** The members of a form; of one that repeats a name only the last is kept, but for what was selected in a list. */
function membersOf(body: string): Record<string, string | string[]> {
  const members = new URLSearchParams(body);
  const picked = members.getAll('pick');
  return { ...Object.fromEntries(members), ...(picked.length === 0 ? {} : { pick: picked }) };
}

/** Reads bodies as browsers send forms, and as nothing else. */
export function addFormBody(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => membersOf(body),
  );
}
