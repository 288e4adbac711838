import type { TlsService } from '../../evidence/tls/schema.ts';
import type { EndpointPlan, InventoryContext } from '../../tls/inventory/endpoint-plan.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { type OtherPort, otherPorts } from './other-ports.data.ts';

/** Most addresses of the target whose other ports are scanned. */
const maxAddresses = 2;

async function scanService(
  context: InventoryContext,
  { address, serverName }: EndpointPlan,
  { port, protocol, upgrade }: OtherPort,
): Promise<TlsService> {
  const plan: EndpointPlan = {
    address,
    port,
    serverName,
    depth: 'glance',
    mayBeClosed: true,
    ...(upgrade === null ? {} : { startTls: upgrade }),
  };
  return { ...(await takeInventory(context, plan)), protocol };
}

/** The TLS inventory of the other published ports on the first planned addresses; ports that refuse are left out. */
export async function scanServices(context: InventoryContext, web: readonly EndpointPlan[]): Promise<TlsService[]> {
  const scans = web
    .slice(0, maxAddresses)
    .flatMap((plan) => otherPorts.map((port) => scanService(context, plan, port)));
  return (await Promise.all(scans)).filter(({ unreachable }) => unreachable?.reason !== 'refused');
}
