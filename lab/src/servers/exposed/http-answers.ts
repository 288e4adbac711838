import type { HeaderLine, Page, Pages } from '../../sites/site.ts';

/** An answer of JSON. */
export const json = (value: unknown, status = 200, headers: readonly HeaderLine[] = []): Page => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: `${JSON.stringify(value)}\n`,
});
/** An answer of plain text. */
export const text = (body: string, status = 200, headers: readonly HeaderLine[] = []): Page => ({
  status,
  headers: [['Content-Type', 'text/plain'], ...headers],
  body,
});
/** A redirect for now. */
export const to = (location: string, headers: readonly HeaderLine[] = []): Page => ({
  status: 302,
  headers: [['Location', location], ...headers],
  body: '',
});
/** A page of which only the title matters. */
export const page = (title: string, headers: readonly HeaderLine[] = []): Page => ({
  status: 200,
  headers: [['Content-Type', 'text/html'], ...headers],
  body: `<!doctype html><title>${title}</title>\n`,
});
/** An answer as stores of objects give it. */
export const xml = (body: string, status: number): Page => ({
  status,
  headers: [
    ['Content-Type', 'application/xml'],
    ['Server', 'MinIO'],
  ],
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

/** For a path that is none. */
export const notFound = text('404 page not found\n', 404);
/** Asks for a name and a password. */
export const basic: HeaderLine = ['WWW-Authenticate', 'Basic realm="lab"'];
const unauthorized = text('Unauthorized\n', 401, [basic]);
/** Every path asks for a login. */
export const behindLogin: Pages = { '*': unauthorized };
/** What a server of TLS says to a client without it. */
export const tlsOnly: Pages = { '*': text('Client sent an HTTP request to an HTTPS server.\n', 400) };

/** What an HTTP service answers with and without access for everybody; paths that stay open with a login are on both sides. */
export interface HttpService {
  readonly open: Pages;
  readonly guarded: Pages;
}

/** Paths that are public on both sides, paths that need a login, and their replacements. */
export const api = (
  always: Readonly<Record<string, Page>>,
  inside: Readonly<Record<string, Page>>,
  refusal: Page,
): HttpService => ({
  open: { ...always, ...inside, '*': notFound },
  guarded: { ...always, ...Object.fromEntries(Object.keys(inside).map((path) => [path, refusal])), '*': refusal },
});
