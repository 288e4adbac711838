import { suite, test } from 'node:test';
import { findCommand } from './machine/commands.ts';
import { canLaunch } from './netns/outside.ts';

/** True inside a lab: there, and only there, the tests of `*.lab.test.ts` run. */
export const insideLab = process.env['PERIMETER_LAB'] === '1';

/** Without these commands the lab has no names or no web, and most of its tests would fail for nothing. */
const neededCommands = ['ip', 'nsenter', 'nsd', 'unbound', 'ldns-signzone', 'nginx', 'openssl'];

/** Whether this machine can run the tests of the lab in namespaces, and if not, why. */
export function labAvailable(): { available: true } | { available: false; reason: string } {
  const missing = neededCommands.filter((name) => findCommand(name) === undefined);
  if (missing.length === 0) return canLaunch();
  return { available: false, reason: `not installed: ${missing.join(', ')} (npm run lab -- install)` };
}

/** Hosts that this lab runs without, because this machine or user cannot start them: the lab says why when it starts. */
export const withoutHosts: ReadonlySet<string> = new Set(process.env['PERIMETER_LAB_WITHOUT']?.split(' '));

/** Why a test of the lab cannot run here, or false where it can. */
function reasonToSkip(needs: readonly string[]): string | false {
  if (!insideLab) return 'needs the lab: npm run lab -- node --test FILE';
  const hosts = needs.filter((name) => withoutHosts.has(name));
  if (hosts.length > 0) return `the lab runs without ${hosts.join(', ')} here, and says why at its start`;
  const missing = needs.filter((name) => !name.endsWith('.lab')).filter((name) => findCommand(name) === undefined);
  return missing.length > 0 && `not installed: ${missing.join(', ')} (npm run lab -- install)`;
}

/** A test that runs inside the lab, with these tools of the machine and hosts (`*.lab`), and is skipped aloud elsewhere. */
export function labTest(name: string, body: () => Promise<void> | void, needs: readonly string[] = []): void {
  void test(name, { skip: reasonToSkip(needs) }, () => body());
}

/**
 * Runs the tests that are defined within side by side; each must have its hosts to itself. An audit waits for most of its
 * time, and every host is a server of its own, so more than one per core is measured at a time.
 */
export function sideBySide(name: string, define: () => void, hostsAtATime = 4): void {
  void suite(name, { concurrency: hostsAtATime }, define);
}

/** Does the same for tests that wait for silence, and so take next to nothing of a core. */
export const waitSideBySide = (name: string, define: () => void): void => sideBySide(name, define, 12);
