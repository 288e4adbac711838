import assert from 'node:assert/strict';
import type { CategoryKey } from '@perimeter/contract/category';
import { bindServer, ipv6Of, nameServers, oddServers } from '@perimeter/lab/hosts/addresses';
import { addressesOf, endpoints, namesOf } from '@perimeter/lab/hosts/endpoints';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { modules } from '../../../modules/registry.ts';
import { allClaims } from '../claims/all.ts';
import { auditedOnce } from '../../testing/audited-once.ts';
import type { Claim } from '../claims/claim.ts';
import { type Printed, printedBy } from './printed.ts';
import { outputOf } from './run-command.ts';

// Runs each printed command as in a report, on a failing lab host, with tools from Debian packages: it must show what
// the finding states; the same command against a passing host must not.
const tools = ['openssl', 'nmap', 'testssl', 'curl', 'dig', 'drill', 'python3'];
/** With more, tools miss answers that arrive too late. */
const hostsAtATime = 6;

const checks = modules.flatMap((module) => module.checks);
const everyClaim = allClaims.flatMap(({ claims: ordinary, alsoOn = [] }) => [
  ...Object.entries(ordinary),
  ...alsoOn.map((claim) => [claim.id, claim] as const),
]);
const withoutClaim = allClaims.flatMap(({ cannotBeRun }) => Object.keys(cannotBeRun));

const categoryOf = new Map(
  modules.flatMap(({ category, checks: all }) => all.map(({ id }) => [id, category] as const)),
);

const ofServers = new Map<string, string>(
  Object.entries({ ...nameServers, ...oddServers, bind: bindServer }).map(([name, address]) => [
    `${name}.nic.lab`,
    address,
  ]),
);

/** The addresses of a host or name server by any of its names, IPv4 first; empty for a name that only DNS has. */
function addressesOfName(name: string): readonly string[] {
  const row = endpoints.find((one) => namesOf(one).includes(name));
  if (row !== undefined) return addressesOf(row);
  const server = ofServers.get(name);
  return server === undefined ? [] : [server, ipv6Of(server)];
}

const reversed = (address: string): string => address.split('.').toReversed().join('.');

/** A command with another host: replaces its name, in capitals too, and each of its addresses, reversed too. */
function moved(command: string, from: string, to: string): string {
  const theirs = addressesOfName(to);
  return addressesOfName(from)
    .reduce((text, address, index) => {
      const other = theirs[index] ?? theirs[0] ?? address;
      const moved = text.replaceAll(address, other);
      return address.includes(':') ? moved : moved.replaceAll(reversed(address), reversed(other));
    }, command)
    .replaceAll(from, to)
    .replaceAll(from.toUpperCase(), to.toUpperCase());
}

/** The command as the report of another host would print it. */
function aimedAt({ on, notOn, toward }: Claim, { command, location }: Printed): string {
  const other = notOn ?? assert.fail('There is no other host');
  const aimed = toward === undefined ? command : moved(command, location.host, toward);
  return moved(moved(aimed, on, other), location.host, other);
}

/** Runs a claim's command on its host, and against the passing host. */
async function assertClaim(id: string, claim: Claim, evidence: AuditEvidence): Promise<void> {
  const { shows, notOn } = claim;
  const check = checks.find((one) => one.id === id) ?? assert.fail('It is no check');
  const [printed] = printedBy(check, evidence);
  assert.ok(printed !== undefined, 'No command was printed');
  assert.match(await outputOf(printed.command), shows, printed.command);
  if (notOn === null) return;
  const other = aimedAt(claim, printed);
  assert.notEqual(other, printed.command);
  assert.doesNotMatch(await outputOf(other), shows, other);
}

/** Tests the commands that the checks of one category print. */
export function testClaims(category: CategoryKey): void {
  const claims = everyClaim.filter(([id]) => categoryOf.get(id) === category);
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
        labTest(name, async () => assertClaim(id, claim, await audited(on)), tools);
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
    );
  });
}
