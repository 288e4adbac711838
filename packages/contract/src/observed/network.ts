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

/** Names below the domain and domains that they refer to, as far as an audit looked. */
export const networkSection = z
  .object({
    names: z.array(networkName).describe('at most 560'),
    namesLeft: z.int().describe('number of names that were not looked up'),
    references: z.array(networkReference).describe('at most 160, those in doubt first'),
  })
  .meta({ id: 'NetworkSection' });
export type NetworkSection = z.infer<typeof networkSection>;
