import { canLaunch } from './outside.ts';

/** True inside a lab: there, and only there, the files `*.lab.test.ts` run. */
export const insideLab = process.env.PERIMETER_LAB === '1';

/** Whether this machine can run the lab in namespaces, and if not, why. */
export function labAvailable(): { available: true } | { available: false; reason: string } {
  return canLaunch();
}
