import assert from 'node:assert/strict';
import { categoryKey, type CategoryKey } from '@perimeter/contract/category';
import { labTest, sideBySide, withoutHosts } from '@perimeter/lab/harness';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { modules } from '../../../modules/registry.ts';
import { allClaims } from '../claims/all.ts';
import { claimsOf, everyClaim } from '../claims/claims-of.ts';
import { auditedOnce } from '../../testing/audited-once.ts';
import { assertClaim } from './assert-claim.ts';
import { commandKind } from './command-kind.ts';
import { printedBy } from './printed.ts';

// Runs each printed command as in a report, on a failing lab host, with tools from Debian packages: it must show what
// the finding states; the same command against a passing host must not.
const tools = ['openssl', 'nmap', 'testssl', 'curl', 'dig', 'drill', 'python3'];
/** With more, tools miss answers that arrive too late. */
const hostsAtATime = 6;

const checks = modules.flatMap((module) => module.checks);
const withoutClaim = allClaims.flatMap(({ cannotBeRun }) => Object.keys(cannotBeRun));

/** The claims about hosts that this lab has: it may lack those of old programs. */
const here = (claims: ReturnType<typeof claimsOf>): ReturnType<typeof claimsOf> =>
  claims.filter(([, { on }]) => !withoutHosts.has(on));

/** The kind of the command that a check prints. */
async function kindOf(category: CategoryKey, [id, { on }]: ReturnType<typeof claimsOf>[number]): Promise<string> {
  const evidence = await auditedOnce(category, on);
  const [printed] = checks.filter((check) => check.id === id).flatMap((check) => printedBy(check, evidence));
  return commandKind(printed?.command ?? assert.fail(`${id} printed no command`));
}

/** Tests the commands that the checks of one category print: all of them, or one of each kind. */
export function testClaims(category: CategoryKey, breadth: 'all' | 'kinds'): void {
  const claims = claimsOf(category, breadth);
  const audits = new Map<string, Promise<AuditEvidence>>();
  const audited = (host: string): Promise<AuditEvidence> => {
    const audit = audits.get(host) ?? auditedOnce(category, host);
    audits.set(host, audit);
    return audit;
  };
  sideBySide(
    'printed commands',
    () => {
      for (const [id, claim] of claims) {
        const { on, notOn } = claim;
        const name = `${id}: the command shows it on ${on}, and not on ${notOn ?? 'no host'}`;
        labTest(name, async () => assertClaim(id, claim, await audited(on)), [...tools, on]);
      }
    },
    hostsAtATime,
  );
  labTest('every check that prints a command on these hosts has a row', async () => {
    const known = new Set([...everyClaim.map(([id]) => id), ...withoutClaim]);
    const evidence = await Promise.all(audits.values());
    assert.ok(evidence.length > 0, 'No host was audited');
    const unknown = checks.filter(
      (check) => !known.has(check.id) && evidence.some((one) => printedBy(check, one).length > 0),
    );
    assert.deepEqual(
      unknown.map(({ id }) => id),
      [],
      'Give each of them a row in the table of its module in runner/reproduce/claims/',
    );
  });
  if (breadth === 'kinds') return;
  labTest('the commands that are run by day are of every kind that there is', async () => {
    const byDay = categoryKey.options.flatMap((key) => here(claimsOf(key, 'kinds')).map((claim) => kindOf(key, claim)));
    const kinds = new Set(await Promise.all(byDay));
    const others = await Promise.all(
      here(claims).map(async (claim) => [await kindOf(category, claim), claim[0]] as const),
    );
    assert.deepEqual(
      others.filter(([kind]) => !kinds.has(kind)),
      [],
    );
  });
}
