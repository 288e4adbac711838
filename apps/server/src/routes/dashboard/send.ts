import type { Frame } from '@perimeter/dashboard/lib/frame';
import { gunzipSync } from 'node:zlib';
import type { HttpReply, HttpRequest } from '../../http/http.ts';
import { acceptsEncoding } from '../../pages/encoding.ts';
import type { AskedPage } from '../../pages/renderer.ts';
import type { PageParts } from './options.ts';
import { bareFrame, frameOf } from './frame.ts';

/** Only own files, and no way to turn text into markup or script. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Pages with an id in their URL whose forms must be sent with an Origin. */
const withForms: ReadonlySet<AskedPage['name']> = new Set(['domain', 'failed', 'join']);

/**
 * Sends a page in its frame. If the URL contains an id, no Referer is sent; other pages send it to the service only,
 * because browsers without a Referer send forms without an Origin.
 */
export async function sendFramed(
  { pages }: { pages: Pick<PageParts['pages'], 'html'> },
  request: HttpRequest,
  reply: HttpReply,
  page: AskedPage,
  frame: Frame,
): Promise<HttpReply> {
  const { pattern } = request.facts;
  const hasId = pattern === null || pattern.includes('/:');
  // Forms of this page then have an Origin; other sites get no Referer in either case.
  const isForm = withForms.has(page.name) || ('shared' in page && (page.shared?.answers ?? null) !== null);
  const html = await pages.html(page, frame);
  // The request may have been answered meanwhile, for example by the deadline.
  if (reply.sent) return reply;
  reply
    .headers({
      'content-security-policy': pagePolicy,
      'cache-control': 'private, no-cache',
      'referrer-policy': hasId && !isForm ? 'no-referrer' : 'same-origin',
      vary: 'cookie, accept-encoding',
    })
    .type('text/html; charset=utf-8');
  return acceptsEncoding(request.headers['accept-encoding'], 'gzip')
    ? reply.header('content-encoding', 'gzip').send(html)
    : reply.send(gunzipSync(html));
}

/** The frame of a page; pages of a link have no reader, and are the same for everyone with the link. */
const frameFor = async (parts: PageParts, request: HttpRequest, page: AskedPage): Promise<Frame> =>
  'shared' in page && page.shared !== null
    ? { ...bareFrame(parts), nowMs: parts.identity.nowMs() }
    : frameOf(parts, request);

/** Sends a page in the frame for its reader. */
export async function sendPage(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  page: AskedPage,
  status = reply.statusCode,
): Promise<HttpReply> {
  return sendFramed(parts, request, reply.code(status), page, await frameFor(parts, request, page));
}
