import { z } from 'zod';

const flag = z.union([z.boolean(), z.null()]).describe('null: unknown');

/** One address of a name server of the zone, queried directly. */
const delegationServer = z.object({
  names: z.array(z.string()).describe('names of NS records that lead to the address'),
  address: z.string(),
  udp: z.string().nullable().describe('answered, REFUSED, not authoritative, …; null: could not be seen'),
  tcp: z.string().nullable(),
  authoritative: flag,
  serial: z.int().nullable().describe('of the SOA record'),
  inParent: flag.describe('a name of it is in the NS records of the parent zone; null: unknown'),
  inChild: flag.describe('a name of it is in the NS records of the zone; null: unknown'),
  signed: flag.describe('the SOA record came with a signature; null: unknown'),
  milliseconds: z.int().nullable().describe('of the fastest answer by UDP'),
  notSeen: z.record(z.string(), z.string()).describe('field to the reason why it is unknown'),
});

/** The zone seen from both sides: the servers of the parent zone, and every server of its own. */
export const dnsDelegation = z
  .object({
    zone: z.string(),
    parent: z.string().nullable(),
    direct: z
      .string()
      .describe('whether name servers can be asked directly: open, blocked, intercepted or unknown; an open list'),
    servers: z.array(delegationServer),
    notAsked: z
      .array(z.object({ what: z.string(), of: z.string(), why: z.string() }))
      .describe('names and addresses that were left out, and why; open lists'),
  })
  .meta({ id: 'DnsDelegation' });
export type DnsDelegation = z.infer<typeof dnsDelegation>;
