import type { VectorName } from '../../../catalogue/vectors.data.ts';
import { isOpen, type PolicedPage } from '../../../evidence/site/policies/policed-page.ts';

/** Ways for injected markup to run script, the simplest first: an attacker with an earlier one needs no later one. */
export type Way = 'inline' | 'hosts' | 'bypass';

const order: readonly Way[] = ['inline', 'hosts', 'bypass'];

const isOpenWay = (page: PolicedPage, way: Way): boolean => {
  if (way === 'inline') return isOpen(page, 'inline-script', 'javascript-url');
  return way === 'hosts' ? isOpen(page, 'script-any-host', 'script-data') : page.attack.bypasses.length > 0;
};

/**
 * The vector of one way into a page's scripts: the first open way gives full control, so later ones weigh as hardening.
 * On a page without scripts or forms, none weighs more than a missing policy.
 */
export function vectorOf(page: PolicedPage, way: Way, own: VectorName): VectorName {
  const before = order.slice(0, order.indexOf(way));
  return page.isInert || before.some((earlier) => isOpenWay(page, earlier)) ? 'browserHardening' : own;
}
