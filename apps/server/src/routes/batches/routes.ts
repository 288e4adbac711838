import { batch, batchDetails, batchList } from '@perimeter/contract/batch';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import {
  type BatchProgress,
  cancelBatch,
  findBatch,
  listBatches,
  listItems,
  resumeBatch,
} from '../../repositories/batches/batches.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { batchCsv, fromBatchId, toBatch, toItem } from '../../shown/batch.ts';
import { checkRoute } from './check.ts';
import { startBatchRoute } from './start.ts';

type Parts = Parameters<typeof startBatchRoute>[1];

const params = z.object({ id: z.string().describe('Batch id: batch_ and a UUID') });
const reads = { limit: 'list' } as const;
const readProblems = ['unauthorized', 'insufficient_scope', 'rate_limited'] as const;

/** A batch of the caller. Throws the same batch_not_found for unknown batches and those of others. */
async function requireBatch({ db }: Parts, principal: HttpRequest['principal'], text: string): Promise<BatchProgress> {
  const id = fromBatchId(text);
  const found = id === null ? undefined : await findBatch(db, accountOf(principal).accountId, id);
  if (found === undefined) throw new AppError('batch_not_found');
  return found;
}

function readRoutes(http: Http, parts: Parts): void {
  http.get(
    '/api/batches',
    {
      config: reads,
      schema: {
        tags: ['batch'],
        summary: 'List the latest batches',
        response: { 200: batchList, ...problemResponses(...readProblems) },
      },
    },
    async ({ principal }) => ({
      batches: (await listBatches(parts.db, accountOf(principal).accountId)).map(toBatch),
    }),
  );
  http.get(
    '/api/batches/:id',
    {
      config: { ...reads, limit: 'status' },
      schema: {
        tags: ['batch'],
        summary: 'Read a batch with its domains',
        params,
        response: { 200: batchDetails, ...problemResponses(...readProblems, 'batch_not_found') },
      },
    },
    async ({ principal, params: { id } }, reply) => {
      const found = await requireBatch(parts, principal, id);
      const items = await listItems(parts.db, found.id);
      return reply.header('cache-control', 'no-store').send({ ...toBatch(found), items: items.map(toItem) });
    },
  );
}

function fileRoute(http: Http, { db }: Parts): void {
  http.get(
    '/api/batches/:id/results.csv',
    {
      config: { ...reads, isFile: true },
      schema: {
        tags: ['batch'],
        summary: 'The results of a batch as CSV',
        description:
          'One row a domain, in the order of the batch: outcome, why it was refused or failed, score, grade, findings and ' +
          'issues by severity. In UTF-8 with a byte order mark (RFC 4180).',
        params,
        response: {
          200: { description: 'The results: text/csv', content: { 'text/csv': { schema: z.string() } } },
          ...problemResponses(...readProblems, 'batch_not_found'),
        },
      },
    },
    async ({ principal, params: { id } }, reply) => {
      const found = await requireBatch({ db }, principal, id);
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', `attachment; filename="perimeter-${toBatch(found).id}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(batchCsv(await listItems(db, found.id)));
    },
  );
}

function cancelRoute(http: Http, parts: Parts): void {
  http.delete(
    '/api/batches/:id',
    {
      schema: {
        tags: ['batch'],
        summary: 'Cancel a batch',
        description: 'Nothing more is started; audits that were started go on. A batch that has ended stays as it is.',
        params,
        response: { 200: batch, ...problemResponses(...readProblems, 'forbidden_origin', 'batch_not_found') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { principal } = request;
      const found = await requireBatch(parts, principal, id);
      await withLine(parts.db, request, async (trx) => cancelBatch(trx, found.id));
      return reply.send(toBatch(await requireBatch(parts, principal, id)));
    },
  );
}

function resumeRoute(http: Http, parts: Parts): void {
  http.post(
    '/api/batches/:id/resume',
    {
      schema: {
        tags: ['batch'],
        summary: 'Resume a paused batch',
        params,
        response: {
          200: batch,
          ...problemResponses(...readProblems, 'forbidden_origin', 'batch_not_found', 'batch_not_paused'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { principal } = request;
      const found = await requireBatch(parts, principal, id);
      await withLine(parts.db, request, async (trx) => {
        if (!(await resumeBatch(trx, found.id))) throw new AppError('batch_not_paused');
      });
      return reply.send(toBatch(await requireBatch(parts, principal, id)));
    },
  );
}

/** Adds the routes for batches. */
export function addBatchRoutes(http: Http, parts: Parameters<typeof checkRoute>[1]): void {
  checkRoute(http, parts);
  startBatchRoute(http, parts);
  readRoutes(http, parts);
  fileRoute(http, parts);
  cancelRoute(http, parts);
  resumeRoute(http, parts);
}
