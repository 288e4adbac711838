import { z } from 'zod';
import type { Http } from '../../../http/http.ts';
import type { PageParts } from '../options.ts';
import { justRead, takeAnswer } from './answer.ts';
import { sendNone } from './no-link.ts';
import { checkParams, sectionParams, sendCheck, sendReport, sendSection } from './send-report.ts';
import { shownByLink } from './shown-by-link.ts';

const params = z.object({ token: z.string() });
/** Sessions are ignored: the page is the same for everyone with the link. */
const forHolders = { limit: 'shared' } as const;
/** The longest answer has 6,000 bytes when percent-encoded. */
const answering = { bodyLimit: 16 * 1_024, config: { limit: 'answers' } } as const;

/** POST /s/{token} and /s/{token}/checks/{check}: answers from holders of the link, if the account allows them. */
function addAnswering(http: Http, parts: PageParts): void {
  http.post('/s/:token', { schema: { hide: true, params }, ...answering }, async (request, reply) =>
    takeAnswer(parts, request, reply, {
      token: request.params.token,
      checkId: null,
      again: async (shown, status) => sendReport(parts, request, reply.code(status), shown),
    }),
  );
  http.post(
    '/s/:token/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) }, ...answering },
    async (request, reply) => {
      const { token, check } = request.params;
      return takeAnswer(parts, request, reply, {
        token,
        checkId: check,
        again: async (shown, status) => sendCheck(parts, request, reply.code(status), shown, check),
      });
    },
  );
}

/** GET /s/{token}, and below it pages of a check and of a section of its data: for everyone with the link. */
export function addSharedPages(http: Http, parts: PageParts): void {
  http.get('/s/:token', { schema: { hide: true, params }, config: forHolders }, async (request, reply) => {
    const shown = await shownByLink(parts, request.params.token, justRead(request.query));
    return shown === null ? sendNone(parts, request, reply) : sendReport(parts, request, reply, shown.report);
  });
  http.get(
    '/s/:token/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) }, config: forHolders },
    async (request, reply) => {
      const shown = await shownByLink(parts, request.params.token, justRead(request.query));
      return shown === null
        ? sendNone(parts, request, reply)
        : sendCheck(parts, request, reply, shown.report, request.params.check);
    },
  );
  http.get(
    '/s/:token/data/:section',
    { schema: { hide: true, params: params.extend(sectionParams.shape) }, config: forHolders },
    async (request, reply) => {
      const shown = await shownByLink(parts, request.params.token, justRead({}));
      return shown === null
        ? sendNone(parts, request, reply)
        : sendSection(parts, request, reply, shown.report, request.params.section);
    },
  );
  addAnswering(http, parts);
}
