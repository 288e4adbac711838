import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';

/** Refuses HTTP/1.1 without Host (RFC 9112 section 3.2), and passes over expectations that it does not know (RFC 9110 section 10.1.1). */
export function addHostCheck(http: Http): void {
  http.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') done(new AppError('invalid_request'));
    else done();
  });
  // Left alone, the server would answer both by itself, with nothing in it.
  http.server.on('checkExpectation', (request, response) => http.routing(request, response));
}
