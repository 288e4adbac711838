import { z } from 'zod';
import { pathCertificate } from './tls.ts';

const policyName = z.string().nullable().describe('none, quarantine or reject; null: no DMARC policy, or unknown');

/** Observed mail records: who may send, how forgeries are handled, which keys sign. */
export const mailSection = z
  .object({
    role: z.string().describe('mail, no-mail-declared, sends-only, implicit, silent or unknown'),
    providers: z.array(z.string()).describe('providers recognized by MX and SPF'),
    policy: z.object({
      domain: policyName,
      subdomains: policyName,
      missing: policyName.describe('for names below the domain that do not exist'),
      sentences: z.array(z.string()).describe('the same in words; empty where it is unknown'),
    }),
    spf: z.object({
      record: z.string().nullable(),
      lookups: z.int(),
      limit: z.int(),
      complete: z.boolean().describe('false: the number of lookups is a minimum'),
      tree: z.array(
        z.object({
          depth: z.int(),
          term: z.string(),
          lookups: z.int().describe('running count, up to and with this line'),
          record: z.string().nullable(),
          problem: z.string().nullable(),
        }),
      ),
    }),
    dmarc: z.object({
      organizationalDomain: z.string(),
      policyDomain: z.string().nullable().describe('where the policy is published'),
      records: z.array(z.object({ name: z.string(), status: z.string(), texts: z.array(z.string()) })),
    }),
    dkim: z.object({
      keys: z.string().describe('none, some, wildcard or unknown'),
      tested: z.int().describe('selectors that were tested'),
      selectors: z.array(
        z.object({
          selector: z.string(),
          key: z.string().nullable(),
          aliases: z.array(z.string()),
          records: z.array(z.string()),
        }),
      ),
    }),
    bimi: z.array(z.string()),
    reports: z.array(
      z.object({
        tag: z.string(),
        uri: z.string(),
        external: z.boolean(),
        authorized: z.boolean().nullable().describe('null: not needed, or unknown'),
      }),
    ),
    flow: z
      .array(
        z.object({
          preference: z.int(),
          host: z.string(),
          address: z.string().nullable().describe('null: the host has none that was tried'),
          tls: z.string().describe('negotiated, not-offered, refused, failed or unknown'),
          version: z.string().nullable(),
          proof: z.string().describe('dane, mta-sts, none or unknown; with -mismatch where senders refuse to deliver'),
        }),
      )
      .optional()
      .describe('how mail reaches the domain, by preference; absent where it was not measured'),
    servers: z
      .array(
        z.object({
          host: z.string(),
          address: z.string(),
          port: z.int(),
          versions: z.array(
            z.object({
              version: z.string(),
              cipherSuites: z.array(z.object({ code: z.string(), name: z.string() })).describe('those that were seen'),
              groups: z.array(z.string()).describe('those that were seen'),
              complete: z.boolean().describe('true: every cipher suite was tested'),
            }),
          ),
          certificates: z.array(pathCertificate).describe('of each chain, leaf first; each once'),
        }),
      )
      .optional()
      .describe('what mail servers negotiate behind STARTTLS, for inventories; absent where it was not measured'),
    notSeen: z.record(z.string(), z.string()).describe('name to the reason why its records are unknown'),
  })
  .meta({ id: 'MailSection' });
export type MailSection = z.infer<typeof mailSection>;
