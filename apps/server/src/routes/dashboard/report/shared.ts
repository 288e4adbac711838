import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import type { PageParts } from '../options.ts';
import { justRead, takeAnswer } from './answer.ts';
import { sendNone } from './no-link.ts';
import { checkParams, sectionParams, sendCheck, sendReport, sendSection } from './send-report.ts';
import { isThere, type ShownByLink, shownByLink } from './shown-by-link.ts';

const params = z.object({ token: z.string() });
/** Sessions are ignored: the page is the same for everyone with the link. */
const forHolders = { limit: 'shared' } as const;
/** The longest answer has 6,000 bytes when percent-encoded. */
const answering = { bodyLimit: 16 * 1_024, config: { limit: 'answers' } } as const;

const isNone = (error: unknown): boolean => error instanceof AppError && error.code === 'share_link_not_found';

/** Sends an answer of a link, unless the link or its report ends while a page is made: then that is the page of no link. */
async function whileItLasts(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  token: string,
  send: (lasting: PageParts) => Promise<HttpReply>,
): Promise<HttpReply> {
  const html: PageParts['pages']['html'] = async (page, frame) => {
    const made = await parts.pages.html(page, frame);
    if (!(await isThere(parts, token))) throw new AppError('share_link_not_found');
    return made;
  };
  try {
    return await send({ ...parts, pages: { ...parts.pages, html } });
  } catch (error) {
    if (!isNone(error)) throw error;
  }
  return sendNone(parts, request, reply);
}

/** Sends a page of the report that a link shows. */
const sendShown = async (
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  token: string,
  send: (lasting: PageParts, report: ShownByLink['report']) => Promise<HttpReply>,
): Promise<HttpReply> =>
  whileItLasts(parts, request, reply, token, async (lasting) => {
    const shown = await shownByLink(lasting, token, justRead(request.query));
    if (shown === null) throw new AppError('share_link_not_found');
    return send(lasting, shown.report);
  });

/** POST /s/{token} and /s/{token}/checks/{check}: what the other side answers, where the account lets it. */
function addAnswering(http: Http, parts: PageParts): void {
  http.post('/s/:token', { schema: { hide: true, params }, ...answering }, async (request, reply) => {
    const { token } = request.params;
    return whileItLasts(parts, request, reply, token, async (lasting) =>
      takeAnswer(lasting, request, reply, {
        token,
        checkId: null,
        again: async (shown, status) => sendReport(lasting, request, reply.code(status), shown),
      }),
    );
  });
  http.post(
    '/s/:token/checks/:check',
    { schema: { hide: true, params: params.extend(checkParams.shape) }, ...answering },
    async (request, reply) => {
      const { token, check } = request.params;
      return whileItLasts(parts, request, reply, token, async (lasting) =>
        takeAnswer(lasting, request, reply, {
          token,
          checkId: check,
          again: async (shown, status) => sendCheck(lasting, request, reply.code(status), shown, check),
        }),
      );
    },
  );
}

/** GET /s/{token}, and below it pages of a check and of a section of its data: for everyone with the link. */
export function addSharedPages(http: Http, parts: PageParts): void {
  const toRead = { schema: { hide: true, params }, config: forHolders };
  http.get('/s/:token', toRead, async (request, reply) =>
    sendShown(parts, request, reply, request.params.token, async (lasting, report) =>
      sendReport(lasting, request, reply, report),
    ),
  );
  http.get(
    '/s/:token/checks/:check',
    { ...toRead, schema: { hide: true, params: params.extend(checkParams.shape) } },
    async (request, reply) =>
      sendShown(parts, request, reply, request.params.token, async (lasting, report) =>
        sendCheck(lasting, request, reply, report, request.params.check),
      ),
  );
  http.get(
    '/s/:token/data/:section',
    { ...toRead, schema: { hide: true, params: params.extend(sectionParams.shape) } },
    async (request, reply) =>
      sendShown(parts, request, reply, request.params.token, async (lasting, report) =>
        sendSection(lasting, request, reply, report, request.params.section),
      ),
  );
  addAnswering(http, parts);
}
