/** One header line: name and value, in the order they are sent. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * A fixed answer. `{origin}` in a header value becomes the request's Origin; without one the line is left out. `{host}`
 * becomes the Host of the request, `{path}` its path; `{nonce}`, `{short}` and `{time}` become new values in each response.
 */
export interface Page {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  /** Answers TRACE with the request (RFC 9110 section 9.3.8); others answer it as GET. */
  readonly traces?: true;
  /** The origins that get lines with `{origin}`; default: all. */
  readonly origins?: RegExp;
  /** Additional headers of OPTIONS. */
  readonly preflight?: readonly HeaderLine[];
  /** Headers omitted over IPv6. */
  readonly lackingOverIpv6?: readonly string[];
  /** The answer over IPv6. */
  readonly overIpv6?: Page;
  /** Milliseconds before it is sent. */
  readonly delayMs?: number;
  /**
   * For the page `*`: the number of requests for such paths within ten seconds over all pages; further ones get no
   * answer, 429 or 403.
   */
  readonly guard?: { readonly path: RegExp; readonly most: number; readonly how: 'drop' | '429' | '403' };
  /** Its body is octets, one for each character. */
  readonly binary?: true;
  /** Compressed with gzip for clients that accept it. */
  readonly compressed?: true;
  /** Answers range requests (RFC 9110 section 14.2); `of`: whether the total length is given. */
  readonly ranges?: 'of-length' | 'of-unknown';
  /** Sent in one chunk, without a length (RFC 9112 section 7.1). */
  readonly chunked?: true;
}

/** Answers by path, or by `//host/path` for one of several names; `*` is for every other path. */
export type Pages = Readonly<Record<string, Page>> & { readonly '*': Page };

/** What a web site answers on port 80 and on port 443, where it listens there. */
export interface Site {
  readonly http: Pages;
  readonly https: Pages;
}

/** A page of HTML. */
export function html(headers: readonly HeaderLine[], body: string, status = 200): Page {
  return {
    status,
    headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
    body: `<!doctype html>\n<html lang="en">${body}</html>\n`,
  };
}

/** A page of text. */
export function plain(body: string, headers: readonly HeaderLine[] = [], status = 200): Page {
  return { status, headers: [['Content-Type', 'text/plain; charset=utf-8'], ...headers], body };
}

/** A redirect. */
export function redirect(location: string, headers: readonly HeaderLine[] = [], status = 301): Page {
  return { status, headers: [['Location', location], ...headers], body: '' };
}

/** The same answer on every path, on both ports. */
export function everywhere(page: Page): Site {
  return { http: { '*': page }, https: { '*': page } };
}
