import { compareQuery, comparison } from '@perimeter/contract/compare';
import type { Db } from '../../repositories/schema/schema.ts';
import { AppError, type RequestMistake } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Principal } from '../../credentials/principal.ts';
import { latestReport, type LatestReport } from '../../repositories/audits/compared.ts';
import { auditableDomain, domainMistake, invalidDomain } from '../auditable-domain.ts';
import { problemResponses } from '../problem-responses.ts';
import { compareReports, withheld } from './compare.ts';
import { comparedReport, type ComparedReport } from './compared-report.ts';

const sides = ['targetA', 'targetB'] as const;
type Targets = Readonly<Record<(typeof sides)[number], string>>;

/** Both names in A-labels. Throws invalid_domain with every mistake. */
function readTargets(query: Targets): Targets {
  const mistakes: RequestMistake[] = [];
  const read = (side: keyof Targets): string => {
    const mistake = domainMistake(query[side], `/${side}`);
    if (mistake === null) return auditableDomain(query[side], `/${side}`).ascii;
    mistakes.push(mistake);
    return '';
  };
  const targets = { targetA: read('targetA'), targetB: read('targetB') };
  if (mistakes.length > 0) throw invalidDomain(mistakes);
  return targets;
}

const accountOf = (principal: Principal): string | null => (principal.kind === 'account' ? principal.accountId : null);

async function findBoth(
  db: Db,
  targets: Targets,
  principal: Principal,
): Promise<{ a: ComparedReport; b: ComparedReport; areOwn: boolean }> {
  const [a, b] = await Promise.all(sides.map(async (side) => latestReport(db, targets[side], accountOf(principal))));
  if (a !== undefined && b !== undefined) {
    const read = ({ body }: LatestReport): ComparedReport => comparedReport.parse(JSON.parse(body.toString()));
    return { a: read(a), b: read(b), areOwn: a.isOwn && b.isOwn };
  }
  const missing = [...(a === undefined ? ['targetA' as const] : []), ...(b === undefined ? ['targetB' as const] : [])];
  throw new AppError('no_audit_for_domain', {
    errors: missing.map((side) => ({
      pointer: `/${side}`,
      message: `No completed audit of ${targets[side]} is available to you`,
    })),
  });
}

/** GET /api/compare */
export function addCompareRoute(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/compare',
    {
      config: { limit: 'compare' },
      schema: {
        tags: ['audit'],
        summary: 'Compare two domains',
        description:
          "Compares the latest completed audits of two domains: first those of the caller's account, then those " +
          'of anonymous callers. Starts no audit and costs no credits. A category is unknown if less than half of the ' +
          'applicable checks had a result; otherwise it passes with A+ or A, warns with B or C, and fails with D or F. Findings are ' +
          "matched by check, relative host and port, and listed where both audits are of the caller's account; else the " +
          'lists are empty and findingsWithheld says so.',
        querystring: compareQuery,
        response: {
          200: comparison,
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'no_audit_for_domain',
            'invalid_domain',
            'rate_limited',
          ),
        },
      },
    },
    async ({ query, principal }, reply) => {
      const { a, b, areOwn } = await findBoth(db, readTargets(query), principal);
      const compared = compareReports(a, b);
      return reply.header('cache-control', 'private, no-cache').send(areOwn ? compared : withheld(compared));
    },
  );
}
