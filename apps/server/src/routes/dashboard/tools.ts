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

/** Pages whose content a script loads and changes over the API; the server renders only their frame. */
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
    // For everyone else the page does not exist.
    if (!account.isAdmin) throw new AppError('not_found');
    if (account.lacksFactor) return reply.redirect(`${parts.web.basePath}/settings/account#second-factor`, 303);
    return sendPage(parts, request, reply, { name: 'tool', tool: 'admin' });
  });
}
