import { seen, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { EndpointPlan, InventoryContext } from '../../tls/inventory/endpoint-plan.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { defineProbe } from '../probe.ts';
import { planEndpoints } from './plan.ts';
import { scanServices } from './services.ts';

/** Takes all inventories concurrently; an address to compare receives the inventory of the full one. */
function takeInventories(context: InventoryContext, plans: readonly EndpointPlan[]): Promise<TlsEndpoint[]> {
  const whole = plans.find(({ depth }) => depth === 'full');
  const reference = whole === undefined ? null : takeInventory(context, whole);
  return Promise.all(
    plans.map((plan) => {
      if (plan === whole && reference !== null) return reference;
      const compared = plan.depth === 'compared' && reference !== null;
      // The failure is reported where the promise itself is awaited.
      return takeInventory(context, compared ? { ...plan, reference: reference.catch(() => null) } : plan);
    }),
  );
}

/** The TLS inventory of the target's web addresses and, in deep mode, of other services there, all concurrently: each has its own budget. */
export const tlsProbe = defineProbe({
  kind: 'tls',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => {
    const plans = planEndpoints(context.target, endpoints);
    const [inventories, otherServices] = await Promise.all([
      takeInventories(context, plans),
      context.target.scanMode === 'deep'
        ? scanServices(context, plans).then(seen)
        : untested('other-ports-in-deep-mode'),
    ]);
    return { evidence: { endpoints: inventories, otherServices } };
  },
});
