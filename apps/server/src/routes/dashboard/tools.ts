import type { ToolName } from '@perimeter/dashboard/lib/props';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { hidden, type PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { accountFor } from './signed-in.ts';

const open: readonly (readonly [path: string, tool: ToolName])[] = [
  ['/sign-in', 'sign-in'],
  ['/sign-up', 'sign-up'],
  ['/setup', 'setup'],
  ['/reset-password', 'reset-password'],
  ['/confirm-email', 'confirm-email'],
];

const ofAccounts: readonly (readonly [path: string, tool: ToolName])[] = [
  ['/domains/upload', 'upload'],
  ['/settings/keys', 'keys'],
  ['/settings/account', 'account'],
  ['/settings/sessions', 'sessions'],
  ['/settings/activity', 'activity'],
  ['/settings/controls', 'controls'],
];

/** The pages that change things: their frame, and a script that does the rest over the API. */
export function addToolPages(http: Http, parts: PageParts): void {
  for (const [path, tool] of open) {
    http.get(path, hidden, async (request, reply) => sendPage(parts, request, reply, { name: 'tool', tool }));
  }
  for (const [path, tool] of ofAccounts) {
    http.get(path, { schema: { hide: true } }, async (request, reply) =>
      accountFor(parts, request, reply) === null ? reply : sendPage(parts, request, reply, { name: 'tool', tool }),
    );
  }
  http.get('/admin', { schema: { hide: true } }, async (request, reply) => {
    const account = accountFor(parts, request, reply);
    if (account === null) return reply;
    // Nobody else needs to know that there is such a page.
    if (!account.isAdmin) throw new AppError('not_found');
    if (account.lacksFactor) return reply.redirect(`${parts.web.basePath}/settings/account#second-factor`, 303);
    return sendPage(parts, request, reply, { name: 'tool', tool: 'admin' });
  });
}
