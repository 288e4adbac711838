import { seen, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { EndpointPlan, InventoryContext } from '../../tls/inventory/endpoint-plan.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { defineProbe } from '../probe.ts';
import { planEndpoints } from './plan.ts';
import { scanServices } from './services.ts';

/** All at once; an address that is to be compared is given the inventory of the one that is asked in full. */
function takeInventories(context: InventoryContext, plans: readonly EndpointPlan[]): Promise<TlsEndpoint[]> {
  const whole = plans.find(({ depth }) => depth === 'full');
  const reference = whole === undefined ? null : takeInventory(context, whole);
  return Promise.all(
    plans.map((plan) => {
      if (plan === whole && reference !== null) return reference;
      const compared = plan.depth === 'compared' && reference !== null;
      // Its failure is reported where it is awaited itself.
      return takeInventory(context, compared ? { ...plan, reference: reference.catch(() => null) } : plan);
    }),
  );
}

/** The TLS inventory of the target's web addresses, and in deep mode of the other services there, all at once: each has its own budget. */
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
