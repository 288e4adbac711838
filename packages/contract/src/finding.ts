import { z } from 'zod';
import { severities } from './text/known-names.ts';
import { categoryKey } from './category.ts';

/** CVSS 4.0 severity ratings; `options` is the order of all lists. */
export const severity = z.enum(severities);
export type Severity = z.infer<typeof severity>;

/** A number for each severity. */
export const severityCounts = z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() });
export type SeverityCounts = z.infer<typeof severityCounts>;

/** confirmed: proved on the wire; firm: version or path match; potential: a sign that a person should look at. */
export const confidence = z.enum(['confirmed', 'firm', 'potential']);
export type Confidence = z.infer<typeof confidence>;

/** How to fix a finding: prose in Markdown, and when its risk can be accepted. */
export const remediation = z.object({
  why: z.string(),
  fix: z.string(),
  acceptable: z.string(),
});

const located = {
  checkId: z.string(),
  category: categoryKey,
  title: z.string(),
  description: z.string(),
  affectedUrl: z.string(),
  host: z.string(),
  port: z.int().nullable(),
  address: z.string().nullable(),
  /** Raw proof as text, as the target sent it: every output format escapes it. */
  evidence: z.string(),
  /** SHA-256 hex over check, host, port and subject: the same from audit to audit. */
  fingerprint: z.string(),
  references: z.array(z.string()),
};

/** Why a risk is accepted, who answers for it, and the day (UTC) from which it counts again. */
const acceptedRisk = z.object({ reason: z.string(), owner: z.string(), expires: z.string() });

/** One place where a check failed. The findings of one check are one issue. */
export const finding = z
  .object({
    id: z.string(),
    severity,
    cvss: z.number().min(0).max(10),
    cvssVector: z.string(),
    confidence,
    cwe: z.array(z.int()),
    remediation,
    ...located,
    accepted: acceptedRisk
      .optional()
      .describe('the risk is accepted in perimeter.yml; only in reports of the command line, never in stored ones'),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof finding>;

/** Information that is no finding: it has no severity. */
export const observation = z.object({ id: z.string(), ...located }).meta({ id: 'Observation' });
export type Observation = z.infer<typeof observation>;
