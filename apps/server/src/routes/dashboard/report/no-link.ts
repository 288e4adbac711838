import { problems } from '@perimeter/contract/problem';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { bareFrame } from '../frame.ts';
import type { PageParts } from '../options.ts';
import { sendFramed } from '../send.ts';

/** One byte-identical page for links that never existed, were deleted or expired, or whose report was deleted. */
export async function sendNone(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const { status, title } = problems.share_link_not_found;
  const text = 'This link does not exist, has expired or was ended. Ask the sender for a new one.';
  const page = {
    name: 'problem' as const,
    status,
    title,
    text,
    code: 'share_link_not_found',
    requestId: '',
    domain: null,
    retry: null,
  };
  return sendFramed(parts, request, reply.code(status), page, bareFrame(parts));
}
