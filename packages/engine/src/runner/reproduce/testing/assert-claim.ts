import assert from 'node:assert/strict';
import { bindServer, ipv6Of, nameServers, oddServers } from '@perimeter/lab/hosts/addresses';
import { addressesOf, endpoints, namesOf } from '@perimeter/lab/hosts/endpoints';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { modules } from '../../../modules/registry.ts';
import type { Claim } from '../claims/claim.ts';
import { type Printed, printedBy } from './printed.ts';
import { outputOf } from './run-command.ts';

const checks = modules.flatMap((module) => module.checks);

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
export async function assertClaim(id: string, claim: Claim, evidence: AuditEvidence): Promise<void> {
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
