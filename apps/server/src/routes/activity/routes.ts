import { activity, activityQuery, type SecurityEvent, securityEventKind } from '@perimeter/contract/account/activity';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listEvents } from '../../repositories/accounts/security-events.ts';
import type { SecurityEventRow } from '../../repositories/schema/security-events.ts';
import { problemResponses } from '../problem-responses.ts';
import { personOf } from '../session/browser.ts';

/** A line of the security log in the API. */
export const toEvent = ({ id, at, kind, network, user_agent: userAgent, detail }: SecurityEventRow): SecurityEvent => ({
  id,
  at: at.getTime(),
  kind: securityEventKind.parse(kind),
  network,
  userAgent,
  detail,
});

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
