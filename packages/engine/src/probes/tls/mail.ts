import { takeInventory } from '../../tls/inventory/inventory.ts';
import { defineProbe } from '../probe.ts';
import { planMail } from './mail-plan.ts';
import { politely } from './polite-dialer.ts';

/** Versions and weak suites of mail servers behind STARTTLS, all suites of the domain's own ones with authority; deep mode only. */
export const mailTlsProbe = defineProbe({
  kind: 'mailTls',
  needs: ['mailTransport'],
  run: async (context, { mailTransport }) => {
    const plans = context.target.scanMode === 'deep' ? planMail(context.target, mailTransport) : [];
    const places = Map.groupBy(plans, ({ address }) => address);
    // Hosts with one address are processed in order; only the first is scanned, because the server is the same.
    const inventories = [...places.values()].flatMap(([plan]) =>
      plan === undefined ? [] : [takeInventory({ ...context, dialer: politely(context.dialer, plan.allowance) }, plan)],
    );
    return { evidence: { endpoints: await Promise.all(inventories) } };
  },
});
