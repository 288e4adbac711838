import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { Dialer } from '../../net/dialer.ts';
import type { EndpointPlan } from '../../tls/inventory/endpoint-plan.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { defineProbe } from '../probe.ts';

/** Connections to one address of a mail server, beside the session and the test of STARTTLS: twelve in all. */
const mostConnections = 10;

/** A dialer that opens one connection at a time, and no more than so many. */
function politely(dialer: Dialer): Dialer {
  let opened = 0;
  return {
    connect: async (target, options) => {
      if (opened >= mostConnections) return { ok: false, failure: netFailed('budget', 'mail-connections', opened) };
      opened += 1;
      return dialer.connect(target, options);
    },
    budget: (place) => ({ ...dialer.budget(place), maxOpen: 1, maxPreopened: 0 }),
    slowDown: (place) => dialer.slowDown(place),
    get opened() {
      return opened;
    },
  };
}

/** Addresses at which TLS was begun in this audit; of servers that another audit visited within the hour, none. */
const plansOf = ({ hosts }: MailTransportEvidence): EndpointPlan[] =>
  hosts.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address, session }) => {
      if (!session.known || session.value.shared || !session.value.startTls.known) return [];
      const { outcome } = session.value.startTls.value;
      if (outcome !== 'negotiated' && outcome !== 'failed') return [];
      return [{ address, port: 25, serverName: name, depth: 'weak', startTls: 'smtp' } as const];
    }),
  );

/** Versions and weak suites of mail servers behind STARTTLS; deep mode only. */
export const mailTlsProbe = defineProbe({
  kind: 'mailTls',
  needs: ['mailTransport'],
  run: async (context, { mailTransport }) => {
    const plans = context.target.scanMode === 'deep' ? plansOf(mailTransport) : [];
    const places = Map.groupBy(plans, ({ address }) => address);
    // Hosts of one address follow each other; only the first is scanned, because the server is the same.
    const inventories = [...places.values()].flatMap(([plan]) =>
      plan === undefined ? [] : [takeInventory({ ...context, dialer: politely(context.dialer) }, plan)],
    );
    return { evidence: { endpoints: await Promise.all(inventories) } };
  },
});
