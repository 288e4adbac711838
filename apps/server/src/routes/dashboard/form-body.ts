import type { Http } from '../../http/http.ts';

/** The fields of a form; of a repeated name only the last value is kept, except for selections in a list. */
function membersOf(body: string): Record<string, string | string[]> {
  const members = new URLSearchParams(body);
  const picked = members.getAll('pick');
  return { ...Object.fromEntries(members), ...(picked.length === 0 ? {} : { pick: picked }) };
}

/** Accepts only bodies as browsers send forms. */
export function addFormBody(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => membersOf(body),
  );
}
