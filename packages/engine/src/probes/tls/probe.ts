import { defineProbe } from '../probe.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { planEndpoints } from './plan.ts';

/** The TLS inventory of the target's addresses, all at once: each has a budget of its own. */
export const tlsProbe = defineProbe({
  kind: 'tls',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => {
    const plans = planEndpoints(context.target, endpoints);
    return { evidence: { endpoints: await Promise.all(plans.map((plan) => takeInventory(context, plan))) } };
  },
});
