import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';

// RFC 3986 section 3.2.2 and 3.2.3, without user information; an http URI has a host (RFC 9110 section 4.2.1).
const validHost = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~!$&'()*+,;=%-]{1,255})(?::\d{0,5})?$/;

/** Fields with one value that decide who asks for what: of several, programs on the way may read another than this one. */
const single: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** A field that was sent twice though it has one value; Node keeps the first and drops the others. */
function repeatedIn(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]?.toLowerCase() ?? '';
    if (seen.has(name)) return name;
    if (single.has(name)) seen.add(name);
  }
  return undefined;
}

/**
 * Refuses HTTP/1.1 without exactly one valid Host (RFC 9112 section 3.2), other single fields sent twice (RFC 9110 section
 * 5.3), and passes over expectations that it does not know (RFC 9110 section 10.1.1).
 */
export function addHostCheck(http: Http): void {
  http.addHook('onRequest', ({ headers: { host }, raw }, _reply, done) => {
    const isValid = host === undefined ? raw.httpVersion === '1.0' : validHost.test(host);
    const repeated = repeatedIn(raw.rawHeaders);
    if (!isValid || repeated === 'host')
      done(new AppError('invalid_request', { detail: 'Send exactly one valid Host field' }));
    else if (repeated === undefined) done();
    else done(new AppError('invalid_request', { detail: `Send the field ${repeated} once` }));
  });
  // Left alone, the server would answer both by itself, with nothing in it.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
}
