import { z } from 'zod';
import { listedAs } from './batch.ts';
import { grade } from './grade.ts';

/** authentic: issued by this service and unchanged; altered: issued here and changed since; unknown: not one of this service's. */
export const verificationVerdict = z.enum(['authentic', 'altered', 'unknown']);
export type VerificationVerdict = z.infer<typeof verificationVerdict>;

/**
 * intact: unchanged, by a trusted signer; untrusted_signer: unchanged since it was signed, but the signer is unknown, expired or
 * compromised; altered: changed since it was signed, or incomplete; not_sealed: not a PDF, or a PDF that is no signed report.
 */
export const sealVerdict = z.enum(['intact', 'untrusted_signer', 'altered', 'not_sealed']);
export type SealVerdict = z.infer<typeof sealVerdict>;

/** The result of reading a file that claims to be a report. */
export const verification = z
  .object({
    verdict: verificationVerdict,
    seal: sealVerdict.describe('the signature of the file by itself, whatever the register says'),
    checks: z.array(
      z.object({
        name: z.string(),
        passed: z.boolean().nullable().describe('null: not performed, because an earlier check failed'),
        detail: z.string(),
      }),
    ),
    fileSha256: z.string(),
    contentSha256: z.string().nullable().describe('of the report stated in the file'),
    timeStamp: z
      .object({ at: z.int().describe('epoch milliseconds'), authority: z.string() })
      .nullable()
      .describe('valid time stamp over the signature, if present'),
    registerEntry: z
      .object({ sequence: z.string(), entry: z.string().describe('SHA-256, hex') })
      .nullable()
      .describe('register entry of the file; keep it to detect later changes of the register'),
    report: z
      .object({
        id: z.string(),
        domain: z.string(),
        listedAs,
        completedAt: z.int().describe('epoch milliseconds'),
        score: z.int(),
        grade,
        sealedAt: z.int().nullable().describe('epoch milliseconds; null: no PDF has been generated yet'),
      })
      .nullable()
      .describe('register data of the report'),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof verification>;

/** One key that reports are or were sealed with, as listed in /.well-known/perimeter-signing/keys.json. */
const publishedKey = z.object({
  kid: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the certificate'),
  role: z.enum(['root', 'signer']),
  status: z.enum(['active', 'retired', 'compromised']),
  subject: z.string(),
  notBefore: z.iso.datetime(),
  notAfter: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable().describe('time of compromise; null: not compromised'),
  certificate: z.string().describe('PEM'),
});
export type PublishedKey = z.infer<typeof publishedKey>;

/** The body of /.well-known/perimeter-signing/keys.json. */
export const publishedKeys = z.object({ keys: z.array(publishedKey) });

/** The body of /.well-known/perimeter-signing/register.json: only hashes, so it does not disclose who was audited. */
export const publishedRegister = z.object({
  size: z.string().describe('number of entries'),
  entries: z.array(z.object({ sequence: z.string(), entry: z.string().describe('SHA-256, hex') })),
});
export type PublishedRegister = z.infer<typeof publishedRegister>;
