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

/** A test that runs inside the lab and is skipped aloud elsewhere. */
export function labTest(name: string, body: () => Promise<void> | void): void {
  const skip = insideLab ? false : 'needs the lab: npm run lab -- node --test FILE';
  void test(name, { skip }, () => body());
}

/** Hosts that are measured at a time: an audit waits for most of its time, and every host is a server of its own. */
const hostsAtATime = 4;

/** Runs the tests that are defined within side by side; each must have its hosts to itself. */
export function sideBySide(name: string, define: () => void): void {
  void suite(name, { concurrency: hostsAtATime }, define);
}
