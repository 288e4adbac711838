import { activity, activityQuery } from '@perimeter/contract/account/activity';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listEvents } from '../../repositories/accounts/security-events.ts';
import { toEvent } from '../../shown/security-event.ts';
import { problemResponses } from '../problem-responses.ts';
import { personOf } from '../../accounts/caller.ts';

/** GET /api/account/activity */
export function addActivityRoute(http: Http, { db, securityLogDays: keptDays }: Identity): void {
  http.get(
    '/api/account/activity',
    {
      schema: {
        tags: ['account'],
        summary: 'Read the recent activity of the account',
        description: 'Newest first: log-ins, attempts, and changes to the account, its keys and its second factors.',
        querystring: activityQuery,
        response: {
          200: activity,
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async ({ principal, query: { limit, cursor } }) => {
      // Reads one row more than requested, to know whether there is another page.
      const accountId = personOf(principal);
      const found = await listEvents(db, accountId, { limit: limit + 1, before: cursor ?? null });
      const page = found.slice(0, limit);
      return {
        events: page.map(toEvent),
        nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
        keptDays,
      };
    },
  );
}
