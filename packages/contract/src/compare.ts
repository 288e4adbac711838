import { z } from 'zod';
import { categoryKey } from './category.ts';
import { severity, severityCounts } from './finding.ts';
import { scanMode } from './report.ts';
import { grade, type Grade, type GradeTone, gradeTones } from './grade.ts';
import { gradeStatus } from './score.ts';
import { leastConcludedPermille } from './standing.ts';

/** The status of a pillar: see pillarStatusOf. */
export const pillarStatus = z.enum(['pass', 'warn', 'fail', 'unknown']);
export type PillarStatus = z.infer<typeof pillarStatus>;

const statusOfTone = { good: 'pass', fair: 'warn', bad: 'fail' } as const satisfies Record<GradeTone, PillarStatus>;

/** unknown where less than half of what applies could be judged; else A+ and A pass, B and C warn, D and F fail. */
export const pillarStatusOf = (grade: Grade | undefined, concludedPermille: number): PillarStatus =>
  grade === undefined || concludedPermille < leastConcludedPermille ? 'unknown' : statusOfTone[gradeTones[grade]];

const pillar = z.object({ score: z.int().min(0).max(100), status: pillarStatus }).meta({ id: 'Pillar' });

/** One side of a comparison: the latest completed audit of a domain that the caller may see. */
export const comparedTarget = z
  .object({
    domain: z.string(),
    score: z.int().min(0).max(100),
    uncapped: z.int().min(0).max(100).describe('the score without caps'),
    grade,
    gradeStatus: gradeStatus.optional().describe('absent for reports of earlier versions'),
    pillars: z
      .object({ tls: pillar, http: pillar, dns: pillar, network: pillar })
      .describe('the categories TLS, HTTP security, DNS and e-mail, Network and exposure, in this order'),
    severities: severityCounts.describe('number of findings of each severity'),
    issues: severityCounts.describe('number of issues of each severity: the findings of one check are one issue'),
    scanMode,
    authority: z
      .literal(true)
      .optional()
      .describe('the audit ran with stated authority to test the domain; absent: without'),
    policyVersion: z
      .string()
      .nullable()
      .describe('version of the scoring policy; null for reports of earlier versions'),
    completedAt: z.int().describe('epoch milliseconds'),
  })
  .meta({ id: 'ComparedTarget' });
export type ComparedTarget = z.infer<typeof comparedTarget>;

/** An issue at one place, on one side or on both. */
export const comparedFinding = z
  .object({
    checkId: z.string(),
    category: categoryKey,
    title: z.string(),
    severity: severity.describe('highest severity of both sides'),
    host: z
      .string()
      .describe(
        'relative to the domain: @ is the domain or its www, ^ the registrable domain above it, else a name below',
      ),
    port: z.int().nullable(),
    countA: z.int().describe('findings of this check at this place in A'),
    countB: z.int().describe('and in B'),
  })
  .meta({ id: 'ComparedFinding' });
export type ComparedFinding = z.infer<typeof comparedFinding>;

/** Answer of GET /api/compare. */
export const comparison = z
  .object({
    targetA: comparedTarget,
    targetB: comparedTarget,
    delta: z.int().describe("A's score minus B's"),
    lead: z.string().nullable().describe('domain with the higher score; null if the scores are equal'),
    tieBreak: z
      .object({ lead: z.string(), by: z.enum(['uncapped', 'issues']) })
      .nullable()
      .describe(
        'where the scores are equal: the domain with the higher score without caps, or else with fewer issues of the highest severity in which they differ; null where nothing tells them apart',
      ),
    policyChanged: z
      .boolean()
      .describe(
        'true: the audits were scored by different major versions of the policy, so that their scores cannot be compared; findings can',
      ),
    findings: z.object({
      onlyInA: z.array(comparedFinding),
      onlyInB: z.array(comparedFinding),
      inBoth: z.array(comparedFinding),
    }),
    findingsWithheld: z
      .enum(['not_yours'])
      .optional()
      .describe("there where an audit is not of the caller's account: the lists of findings are empty then"),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparison>;

/** Query of GET /api/compare. */
export const compareQuery = z.strictObject({
  targetA: z.string().min(1).max(1024).describe('A domain, as when starting an audit'),
  targetB: z.string().min(1).max(1024).describe('The domain to compare it with'),
});

/** Domains that are compared at once. */
export const mostCompared = 10;

/** Query of GET /api/compare/many. */
export const compareManyQuery = z.strictObject({
  domain: z
    .array(z.string().max(1024))
    .min(2)
    .max(mostCompared)
    .describe(`Two to ${mostCompared} domains, each as a parameter of its own`),
});

const sharedIssue = z
  .object({
    checkId: z.string(),
    title: z.string(),
    severity: severity.describe('the highest of all domains'),
    counts: z
      .array(z.int().nullable())
      .describe(
        'findings at each domain, in the order of targets; null: not shown, because the audit is of somebody else',
      ),
  })
  .meta({ id: 'SharedIssue' });
export type SharedIssue = z.infer<typeof sharedIssue>;

/** Answer of GET /api/compare/many. */
export const manyCompared = z
  .object({
    targets: z.array(comparedTarget).describe('best first'),
    left: z
      .array(z.object({ domain: z.string(), reason: z.string() }))
      .describe('what has no audit that is available to the caller, or is no domain, with the reason'),
    issues: z.array(sharedIssue).describe('failed checks, worst and most frequent first'),
    issuesLeft: z.int().describe('issues beyond those that are listed'),
  })
  .meta({ id: 'ManyCompared' });
export type ManyCompared = z.infer<typeof manyCompared>;
