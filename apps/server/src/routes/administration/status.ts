import { serviceStatus } from '@perimeter/contract/account/administration';
import { policy } from '@perimeter/engine/scoring/policy.data';
import { listAges } from '@perimeter/engine/runner/vantage/lists';
import { engineVersion } from '@perimeter/engine/version';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { databaseVersions, readBacklog } from '../../repositories/audits/backlog.ts';
import { problemResponses } from '../problem-responses.ts';

/** GET /api/administration/status */
export function statusRoute(http: Http, { db, nowMs }: Identity): void {
  http.get(
    '/api/administration/status',
    {
      schema: {
        tags: ['administration'],
        summary: 'Read the queue of audits, and versions',
        description:
          'For administrators. Over all processes on the database; lists are those of the process that answers.',
        response: { 200: serviceStatus, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async () => ({
      queue: await readBacklog(db),
      versions: {
        engine: engineVersion,
        scoringPolicy: policy.version,
        node: process.versions.node,
        ...(await databaseVersions(db)),
      },
      lists: listAges({}, nowMs()).map(({ name, date, days, maxDays }) => ({ name, date, isOld: days > maxDays })),
    }),
  );
}
