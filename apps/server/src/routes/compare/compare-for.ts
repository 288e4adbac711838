import type { Comparison } from '@perimeter/contract/compare';
import { writtenName } from '@perimeter/protocols/domain/unicode';
import type { Principal } from '../../credentials/principal.ts';
import { AppError, type RequestMistake } from '../../http/errors.ts';
import { latestReport, type LatestReport } from '../../repositories/audits/compared.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain, domainMistake, invalidDomain } from '../auditable-domain.ts';
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
      message: `No completed audit of ${writtenName(targets[side])} is available to you: start one first`,
    })),
  });
}

/** Compares the latest audits of two domains that the caller may see. Throws invalid_domain and no_audit_for_domain. */
export async function compareFor(db: Db, targets: Targets, principal: Principal): Promise<Comparison> {
  const { a, b, areOwn } = await findBoth(db, readTargets(targets), principal);
  const compared = compareReports(a, b);
  return areOwn ? compared : withheld(compared);
}
