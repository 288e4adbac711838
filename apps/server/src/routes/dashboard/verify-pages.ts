import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import { knownReport } from '../../verification/known-report.ts';
import { hidden, type PageParts } from './options.ts';
import { sendPage } from './send.ts';

const params = z.object({ hash: z.string() });

/** GET /verify and /verify/{hash}: whether this service issued a report. */
export function addVerifyPages(http: Http, parts: PageParts): void {
  http.get('/verify', hidden, async (request, reply) =>
    sendPage(parts, request, reply, { name: 'verify', asked: null }),
  );
  http.get('/verify/:hash', { schema: { hide: true, params } }, async (request, reply) => {
    const { hash } = request.params;
    // PowerShell and certutil print hashes in upper case.
    const known = /^[0-9a-f]{64}$/i.test(hash) ? await knownReport(parts.db, Buffer.from(hash, 'hex')) : null;
    return sendPage(parts, request, reply, { name: 'verify', asked: { known } }, known === null ? 404 : 200);
  });
}
