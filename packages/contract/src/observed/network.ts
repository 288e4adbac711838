import { z } from 'zod';

/** A name below the domain, and where it leads. */
const networkName = z.object({
  name: z.string(),
  parent: z.string().nullable().describe('the nearest listed name above it; null: the domain itself'),
  status: z.string().describe('exists, no-address, missing or unknown; an open list'),
  sources: z.array(z.string()).describe('where the name was seen: san, list, nsec, mx, …; an open list'),
  target: z.string().nullable().describe('the end of its aliases; null: it has none'),
  service: z.string().nullable().describe('the service to whose names it leads; null: none that is known'),
  verdict: z
    .string()
    .describe('claimable, conditional, kept, claimed, dangling, unregistered, private, none or open; an open list'),
});

/** A domain of others that records or documents of the domain refer to. */
const networkReference = z.object({
  domain: z.string(),
  status: z.enum(['registered', 'unregistered', 'unknown']),
  proof: z.string().describe('resolver, name-servers or registry: what the status rests on; an open list'),
  usedBy: z.array(
    z.object({
      record: z
        .string()
        .describe(
          'script, style, frame, form, refresh, policy, link, alt-svc, ns, cname, acme, mx, srv, service, spf, dkim or report; an open list',
        ),
      name: z.string().describe('the owner of the record; the audited domain for documents and mail'),
      target: z.string(),
    }),
  ),
});

/** A TCP port that accepts connections. */
const openTcpPort = z.object({
  port: z.int(),
  service: z.string().nullable().describe('redis, ssh, http, …; an open list; null: it did not identify itself'),
  version: z.string().nullable(),
  access: z.enum(['open', 'guarded', 'unknown']).describe('whether its answer shows that strangers may use it'),
  checks: z.array(z.string()).describe('checks that failed at this port'),
});

/** An address whose TCP ports were tested. */
const networkHost = z.object({
  address: z.string(),
  host: z.string(),
  edge: z.string().nullable().describe('the CDN that operates the address and its other ports; null: none'),
  sharedWith: z.string().nullable().describe('another domain that the server belongs to; null: none'),
  acceptsEverything: z
    .boolean()
    .describe('connections are accepted on ports that cannot all be in use; nothing is open for certain'),
  ports: z.array(openTcpPort).describe('open ports, at most 64'),
  portsLeft: z.int().describe('number of open ports that are not listed'),
  closed: z.int(),
  filtered: z.int().describe('number of ports without an answer'),
  unknown: z.int().describe('number of ports that could not be tested'),
});

/** Registry data of the registrable domain. */
const networkRegistration = z.object({
  statuses: z.array(z.string()).describe('RFC 8056, in lower case'),
  expires: z.int().nullable().describe('epoch milliseconds'),
  created: z.int().nullable().describe('epoch milliseconds'),
  registrar: z.string().nullable(),
  signed: z.boolean().nullable().describe('the registry has a DS record; null: it does not say'),
});

/** Names below the domain and domains that they refer to, as far as an audit looked. */
export const networkSection = z
  .object({
    names: z.array(networkName).describe('at most 560'),
    namesLeft: z.int().describe('number of names that were not looked up'),
    references: z.array(networkReference).describe('at most 160, those in doubt first'),
    hosts: z.array(networkHost).optional().describe('addresses whose ports were tested; absent before schema 1.6'),
    registration: networkRegistration
      .nullable()
      .optional()
      .describe('null where the registry did not say; absent before schema 1.6'),
  })
  .meta({ id: 'NetworkSection' });
export type NetworkSection = z.infer<typeof networkSection>;
