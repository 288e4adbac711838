import type { ToolName } from '@perimeter/dashboard/lib/props';
import type { Http } from '../../http/http.ts';
import { forVisitors, type PageParts } from './options.ts';
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
  ['/settings/keys', 'keys'],
  ['/settings/account', 'account'],
  ['/settings/sessions', 'sessions'],
];

/** The pages that change things: their frame, and a script that does the rest over the API. */
export function addToolPages(http: Http, parts: PageParts): void {
  for (const [path, tool] of open) {
    http.get(path, forVisitors, async (request, reply) => sendPage(parts, request, reply, { name: 'tool', tool }));
  }
  for (const [path, tool] of ofAccounts) {
    http.get(path, { schema: { hide: true } }, async (request, reply) =>
      accountFor(parts, request, reply) === null ? reply : sendPage(parts, request, reply, { name: 'tool', tool }),
    );
  }
}
