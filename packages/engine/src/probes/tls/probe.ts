import { seen, untested } from '../../evidence/observed.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { defineProbe } from '../probe.ts';
import { planEndpoints } from './plan.ts';
import { scanServices } from './services.ts';

/** The TLS inventory of the target's web addresses, and in deep mode of the other services there, all at once: each has its own budget. */
export const tlsProbe = defineProbe({
  kind: 'tls',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => {
    const plans = planEndpoints(context.target, endpoints);
    const [inventories, otherServices] = await Promise.all([
      Promise.all(plans.map((plan) => takeInventory(context, plan))),
      context.target.scanMode === 'deep'
        ? scanServices(context, plans).then(seen)
        : untested('other-ports-in-deep-mode'),
    ]);
    return { evidence: { endpoints: inventories, otherServices } };
  },
});
