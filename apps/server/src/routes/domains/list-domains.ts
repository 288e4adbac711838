import type { DomainList, DomainListQuery, DomainSearch, DomainSummary } from '@perimeter/contract/domains';
import { z } from 'zod';
import { toAuditId } from '../../audits/audit-id.ts';
import { AppError } from '../../http/errors.ts';
import { severitiesOf } from '../../repositories/audits/report-facts.ts';
import {
  allTags,
  latestAuditsQuery,
  type LatestAudit,
  latestScoresQuery,
  type ScorePoint,
} from '../../repositories/domains/domains.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { readSearch } from './search-words.ts';

const mostScores = 12;
const place = z.int().min(1).max(1_000_000);

const toCursor = (offset: number): string => Buffer.from(String(offset)).toString('base64url');

function fromCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const parsed = place.safeParse(Number(Buffer.from(cursor, 'base64url').toString('latin1')));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', { errors: [{ pointer: '/cursor', message: 'Invalid cursor' }] });
}

function summaryOf(audit: LatestAudit, points: readonly ScorePoint[]): DomainSummary {
  const [latest] = points;
  return {
    domain: audit.domain,
    tags: audit.tags,
    owner: audit.owner,
    note: audit.note,
    auditId: toAuditId(audit.id),
    completedAt: audit.ended_at?.getTime() ?? 0,
    scanMode: audit.scan_mode,
    authority: audit.authority_at !== null,
    score: audit.score ?? 0,
    grade: audit.grade ?? 'F',
    gradeStatus: audit.grade_status,
    policyVersion: audit.policy_version || null,
    severities: severitiesOf(audit.severities),
    issues: severitiesOf(audit.issues),
    uncapped: audit.uncapped,
    concludedPermille: audit.concluded_permille,
    deadline:
      audit.deadline_kind && audit.deadline_at !== null
        ? { kind: audit.deadline_kind, at: audit.deadline_at.getTime() }
        : null,
    findingsCount: audit.findings_count,
    reportAvailable: audit.purged_at === null,
    change: latest === undefined || latest.before === null ? null : latest.score - latest.before,
    scores: points
      .map(({ id, endedAt, score, policyVersion }) => ({
        auditId: toAuditId(id),
        completedAt: endedAt.getTime(),
        total: score,
        policyVersion: policyVersion || null,
      }))
      .toReversed(),
  };
}

/** The parsed search, including the tag parameter. Throws invalid_request for an unknown filter. */
function searchOf({ q, tag }: Pick<DomainListQuery, 'q' | 'tag'>): DomainSearch {
  const search = readSearch(q);
  const [unknown] = search.unknown;
  if (unknown !== undefined)
    throw new AppError('invalid_request', {
      errors: [
        {
          pointer: '/q',
          message: `"${unknown}" is no filter: tag:eu, owner:jane, grade:<C and expires:<30d are examples`,
        },
      ],
    });
  return tag === undefined ? search : { ...search, tags: [...search.tags, tag] };
}

/** A page of the account's domains with their latest completed audits. Throws invalid_request for an unknown cursor. */
export async function listDomains(db: Db, accountId: string, query: DomainListQuery): Promise<DomainList> {
  const offset = fromCursor(query.cursor);
  const { limit, sort } = query;
  const search = searchOf(query);
  const [{ rows: found }, tags] = await Promise.all([
    latestAuditsQuery(accountId, { sort, search, offset, limit: limit + 1 }).execute(db),
    allTags(db, accountId),
  ]);
  // A page past the last has no row, so the total must be counted separately.
  const counted =
    found.length > 0 || offset === 0
      ? found
      : (await latestAuditsQuery(accountId, { sort: 'name', search, offset: 0, limit: 1 }).execute(db)).rows;
  const page = found.slice(0, limit);
  const names = page.map(({ domain }) => domain);
  const { rows: scores } = await latestScoresQuery(accountId, names, mostScores).execute(db);
  const points = Map.groupBy(scores, ({ domain }) => domain);
  return {
    domains: page.map((audit) => summaryOf(audit, points.get(audit.domain) ?? [])),
    total: counted[0]?.all ?? 0,
    tags,
    nextCursor: found.length > limit ? toCursor(offset + limit) : null,
  };
}

/** Maximum number of domains in a file. */
const mostOfFile = 10_000;

/** All matching domains of the account. Throws invalid_request. */
export async function allDomains(db: Db, accountId: string, query: DomainListQuery): Promise<DomainSummary[]> {
  const { domains } = await listDomains(db, accountId, { ...query, cursor: undefined, limit: mostOfFile });
  return domains;
}
