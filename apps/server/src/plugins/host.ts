import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';

// RFC 3986 sections 3.2.2 and 3.2.3, without user information; an http URI must have a host (RFC 9110 section 4.2.1).
const validHost = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~!$&'()*+,;=%-]{1,255})(?::\d{0,5})?$/;

/** Single-valued fields that affect security: if one is sent twice, proxies may use another value than this service. */
const single: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** A single-valued field that was sent twice; Node.js keeps the first value and drops the others. */
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
 * Refuses HTTP/1.1 requests without exactly one valid Host (RFC 9112 section 3.2) and other single-valued fields sent
 * twice (RFC 9110 section 5.3), and ignores unknown expectations (RFC 9110 section 10.1.1).
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
  // By default the server answers both itself, with an empty body.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
}
