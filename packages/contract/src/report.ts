import { z } from 'zod';
import { categoryKey } from './category.ts';
import { finding, observation, severityCounts } from './finding.ts';
import { mailSection } from './observed/mail.ts';
import { networkSection } from './observed/network.ts';
import { certificatesSection, vulnerabilitiesSection } from './observed/tls.ts';
import { dnsSection, httpSection, tlsSection } from './observed/observed.ts';
import { afterFixes, coverage, outlook, score } from './score.ts';
import { section } from './section.ts';

/** Version of the report's shape: a new minor version may add members, a new major version may change them. */
export const reportSchemaVersion = '1.7';

/** The extent of an audit: the standard set of requests, or all of them. */
export const scanMode = z.enum(['standard', 'deep']);
export type ScanMode = z.infer<typeof scanMode>;

/** A check's answer. */
export const outcomeKind = z.enum(['pass', 'fail', 'informational', 'not-applicable', 'inconclusive']);
export type OutcomeKind = z.infer<typeof outcomeKind>;

/** One check of one audit: its outcome with the reason. */
export const checkResult = z
  .object({
    id: z.string(),
    title: z.string(),
    outcome: outcomeKind,
    reason: z.string(),
    findings: z.int().describe('number of findings of this check; a failed check with its findings is one issue'),
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof checkResult>;

/** One module's phase with its checks in order. */
export const moduleResult = z
  .object({
    id: z.string(),
    phase: z.string(),
    title: z.string(),
    category: categoryKey,
    checks: z.array(checkResult),
  })
  .meta({ id: 'ModuleResult' });
export type ModuleResult = z.infer<typeof moduleResult>;

/** The report of a completed audit. */
export const report = z
  .object({
    id: z.string(),
    domain: z.string(),
    unicode: z
      .object({ name: z.string(), lookAlike: z.boolean().describe('the name may be taken for another one') })
      .optional()
      .describe('the domain in the letters that people write; absent where it is all ASCII, and before schema 1.5'),
    status: z.literal('completed'),
    score,
    findings: z
      .array(finding)
      .describe('one entry for each place where a check failed; the findings of one check are one issue'),
    schemaVersion: z.string(),
    scanMode,
    authority: z
      .literal(true)
      .optional()
      .describe('the audit ran with stated authority to test the domain; absent: without'),
    startedAt: z.int().describe('epoch milliseconds'),
    completedAt: z.int().describe('epoch milliseconds'),
    engineVersion: z.string(),
    severities: severityCounts.describe('number of findings of each severity; every form counts issues instead'),
    issues: severityCounts
      .optional()
      .describe(
        'number of issues (failed checks) of each severity, by the most severe finding of each, as every form counts them; absent before schema 1.7',
      ),
    coverage,
    outlook,
    modules: z.array(moduleResult),
    observations: z.array(observation),
    tls: tlsSection.nullable(),
    certificates: certificatesSection.nullable(),
    vulnerabilities: vulnerabilitiesSection.nullable(),
    mail: mailSection.nullable().optional().describe('records of mail; absent in older reports'),
    http: httpSection.nullable(),
    network: networkSection
      .nullable()
      .optional()
      .describe('names, ports and registration of the domain; absent before schema 1.5'),
    dns: dnsSection.nullable(),
    scoreWithAccepted: afterFixes
      .nullable()
      .optional()
      .describe(
        'the score without the findings whose risk is accepted, which never changes the score; null where another policy scored the report; absent where no risk was accepted',
      ),
    sections: z
      .array(section)
      .optional()
      .describe('the collected data as tables and figures; absent before schema 1.2'),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;
