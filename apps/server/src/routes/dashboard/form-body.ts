import type { Http } from '../../http/http.ts';

/** Reads bodies as browsers send forms, and as nothing else. */
export function addFormBody(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}
