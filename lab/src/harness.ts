import { suite, test } from 'node:test';
import { findCommand } from './machine/commands.ts';
import { canLaunch } from './netns/outside.ts';

/** True inside a lab; only there the tests of `*.lab.test.ts` run. */
export const insideLab = process.env['PERIMETER_LAB'] === '1';

/** Without these commands the lab lacks names or web servers, and most of its tests would fail. */
const neededCommands = ['ip', 'nsenter', 'nsd', 'unbound', 'ldns-signzone', 'nginx', 'openssl'];

/** Whether this machine can run lab tests in namespaces, and why not. */
export function labAvailable(): { available: true } | { available: false; reason: string } {
  const missing = neededCommands.filter((name) => findCommand(name) === undefined);
  if (missing.length === 0) return canLaunch();
  return { available: false, reason: `not installed: ${missing.join(', ')} (npm run lab -- install)` };
}

/** Hosts missing in this lab because the machine or user cannot start them; the lab prints the reasons at start. */
export const withoutHosts: ReadonlySet<string> = new Set(process.env['PERIMETER_LAB_WITHOUT']?.split(' '));

/** Why a lab test cannot run here, or false. */
function reasonToSkip(needs: readonly string[]): string | false {
  if (!insideLab) return 'needs the lab: npm run lab -- node --test FILE';
  const hosts = needs.filter((name) => withoutHosts.has(name));
  if (hosts.length > 0) return `the lab runs without ${hosts.join(', ')} here, and says why at its start`;
  const missing = needs.filter((name) => !name.endsWith('.lab')).filter((name) => findCommand(name) === undefined);
  return missing.length > 0 && `not installed: ${missing.join(', ')} (npm run lab -- install)`;
}

/**
 * A test that runs inside the lab, and needs these tools and hosts (`*.lab`); elsewhere it is skipped with a reason.
 */
export function labTest(name: string, body: () => Promise<void> | void, needs: readonly string[] = []): void {
  void test(name, { skip: reasonToSkip(needs) }, () => body());
}

/**
 * Runs the tests defined inside concurrently; each must use different hosts. Audits mostly wait, and every host is a
 * separate server, so more than one per core run at a time.
 */
export function sideBySide(name: string, define: () => void, hostsAtATime = 4): void {
  void suite(name, { concurrency: hostsAtATime }, define);
}

/** The same for tests that wait for time-outs and need almost no CPU time. */
export const waitSideBySide = (name: string, define: () => void): void => sideBySide(name, define, 12);
