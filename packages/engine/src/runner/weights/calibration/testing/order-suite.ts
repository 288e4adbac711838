import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { kendallTau, medianRanks } from '../kendall.ts';
import { expertOrders } from '../orders.data.ts';
import { labAudit } from '../../../testing/lab-audit.ts';

const scoreOf = async (domain: string): Promise<number> => (await labAudit(domain)).report.score.total;

// No score is provably right, but experts mostly agree on which of two sites is worse.
/** Tests that the scores of these sites are in the order of experts. */
export const testOrder = (sites: readonly string[]): void =>
  labTest('scores order the sites of the calibration as experts do', async () => {
    const scores = new Map<string, number>();
    const queue = [...sites];
    const lane = async (): Promise<void> => {
      for (let site = queue.shift(); site !== undefined; site = queue.shift()) scores.set(site, await scoreOf(site));
    };
    await Promise.all([lane(), lane(), lane()]);
    const orders = expertOrders.map((order) => order.filter((site) => sites.includes(site)));
    for (const order of orders) assert.deepEqual(order.toSorted(), sites.toSorted());
    const ranks = medianRanks(orders, sites);
    const tau = kendallTau(
      sites.map((site) => -(scores.get(site) ?? 0)),
      ranks,
    );
    // docs/calibration.md lists the pairs in another order, and why.
    assert.ok(tau >= 0.85, `Kendall's tau is ${tau.toFixed(3)}: ${JSON.stringify([...scores])}`);
  });
