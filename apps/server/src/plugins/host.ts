import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';

// RFC 3986 section 3.2.2 and 3.2.3, without user information; empty where a target has no authority.
const validHost = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~!$&'()*+,;=%-]{0,255})(?::\d{0,5})?$/;

/** How many Host fields were sent: Node tells of the first and drops the others. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/**
 * Refuses HTTP/1.1 without exactly one valid Host (RFC 9112 section 3.2), and passes over expectations that it does not know
 * (RFC 9110 section 10.1.1).
 */
export function addHostCheck(http: Http): void {
  http.addHook('onRequest', ({ headers: { host }, raw }, _reply, done) => {
    const isValid =
      host === undefined ? raw.httpVersion === '1.0' : hostsOf(raw.rawHeaders) <= 1 && validHost.test(host);
    if (isValid) done();
    else done(new AppError('invalid_request', { detail: 'Send exactly one valid Host field' }));
  });
  // Left alone, the server would answer both by itself, with nothing in it.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
}
