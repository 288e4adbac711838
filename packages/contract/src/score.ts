import { z } from 'zod';
import { categoryKey } from './category.ts';
import { grade } from './grade.ts';

/** Points that one check deducts from its category, and from the total, in thousandths of a point. */
export const deduction = z.object({
  /** Check id; for the other kinds the name of the deduction. */
  source: z.string(),
  kind: z.enum(['check', 'coverage', 'cap', 'rounding']),
  category: categoryKey.nullable(),
  title: z.string(),
  /** Points off the total; all deductions sum to 100 - total exactly. */
  milliPoints: z.int(),
  /** Checks only: points that it would deduct as the only failed check of its category. Absent in older reports. */
  aloneMilliPoints: z.int().optional(),
});
export type Deduction = z.infer<typeof deduction>;

/** A ceiling on the total and why it applies. */
export const cap = z.object({
  limit: z.int(),
  checkId: z.string().nullable(),
  reason: z.string(),
  /** What of the whole audit applies it, as a code; absent for checks, and in older reports. */
  circumstance: z.string().optional(),
});

/** Whether a grade can still change: it is provisional where too little could be judged. */
export const gradeStatus = z.enum(['final', 'provisional']);

/** The part of a policy's version within which scores can be compared: its major number; null for audits of earlier versions. */
export const policyMajor = (version: string | null | undefined): string | null => version?.split('.')[0] ?? null;

/** The score of an audit, with everything needed to work it out again by hand. */
export const score = z
  .object({
    total: z.int().min(0).max(100),
    grade,
    gradeStatus,
    categories: z.record(categoryKey, z.int().min(0).max(100)),
    categoryGrades: z.partialRecord(categoryKey, grade),
    /** Categories seen too little to be judged: their numbers (0 to 49) are no judgement. Absent below schema 1.3. */
    notAssessed: z.array(categoryKey).optional(),
    /** Categories in which no check applies: no part of the total. Absent below schema 1.3. */
    notApplicable: z.array(categoryKey).optional(),
    /** The total before caps. */
    uncapped: z.int().min(0).max(100),
    caps: z.array(cap),
    deductions: z.array(deduction),
    /** Why the grade is not A+, one reason a line; empty for A+. */
    notAPlus: z.array(z.string()),
    policyVersion: z.string(),
  })
  .meta({ id: 'Score' });
export type Score = z.infer<typeof score>;

const reach = z.enum(['yes', 'no', 'unknown']);
export type Reach = z.infer<typeof reach>;

const port = z.enum(['open', 'blocked', 'intercepted', 'unknown']);
export type PortState = z.infer<typeof port>;

/** What the machine that ran the audit could reach; checks of anything else are inconclusive. */
export const vantage = z
  .object({
    ipv4: reach.describe('whether connections over IPv4 work'),
    ipv6: reach.describe('whether connections over IPv6 work'),
    resolverUdp: reach.describe('whether the resolver answers over UDP'),
    resolverTcp: reach.describe('whether the resolver answers over TCP; unknown where no answer needed it'),
    port53: port.describe('DNS servers of strangers, asked directly; intercepted: something else answers'),
    port25: port.describe('mail servers of strangers'),
    clockOffsetSeconds: z
      .int()
      .nullable()
      .describe('clocks of servers minus the clock of this machine; null: not measured'),
    tls: z
      .enum(['untouched', 'intercepted', 'unknown'])
      .describe('intercepted: a proxy intercepts TLS, so its certificates are seen instead of those of the servers'),
    tlsIssuer: z.string().nullable().describe('the issuer that signs for unrelated names, where TLS is intercepted'),
  })
  .meta({ id: 'Vantage' });
export type Vantage = z.infer<typeof vantage>;

/** How much of what applied could be judged. */
export const coverageCount = z.object({
  applicable: z.int(),
  concluded: z.int(),
  passed: z.int(),
  /** Weighted shares in thousandths: concluded of applicable, passed of applicable. */
  concludedPermille: z.int(),
  assuredPermille: z.int(),
});

/** Coverage over all and by category, and what was not tested. */
export const coverage = z
  .object({
    overall: coverageCount,
    categories: z.record(categoryKey, coverageCount),
    notTested: z.array(z.object({ what: z.string(), reason: z.string() })),
    openAddresses: z
      .array(z.string())
      .optional()
      .describe(
        'ADDRESS:PORT of the site that could not be judged to the end, or HOST TYPE whose addresses could not be looked up; the grade is provisional if there are any',
      ),
    refusingAddresses: z
      .array(z.string())
      .optional()
      .describe(
        'the addresses of the domain, where all of them refuse ports 80 and 443: no web server answered, its security was not judged, and the grade is provisional',
      ),
    unreadDocument: z
      .string()
      .optional()
      .describe(
        'why the document of the site was not read whole, or is the error of a server that fails: HTTP security counts for the share of checks that passed at most, and the grade is provisional',
      ),
    standIn: z
      .string()
      .optional()
      .describe(
        'what answers in place of a site: server errors alone, or a parking page; the total is limited to 79, and the grade is provisional',
      ),
    redirectsTo: z
      .string()
      .optional()
      .describe(
        'the host of another domain that every web response of this domain redirects to: the score does not judge the site there',
      ),
    dns: z
      .object({
        questionsAsked: z.int().describe('sum over the probes; each probe counts a question once'),
        queriesSent: z
          .int()
          .describe('sent to the resolvers, including retries; answers known from an earlier question need none'),
      })
      .optional()
      .describe('DNS questions and queries of the audit; absent before schema 1.2'),
    vantage: vantage.optional().describe('what the auditing machine could reach; absent in older reports'),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof coverage>;

const totalAndGrade = { total: z.int().min(0).max(100), grade };

/** The score after fixes, calculated with the same policy; inconclusive checks stay inconclusive. */
export const outlook = z
  .object({
    /** Each failed check fixed alone, outages first, then most severe first: the order in which every form lists issues. */
    alone: z.array(
      z.object({
        checkId: z.string(),
        ...totalAndGrade,
        outage: z
          .literal(true)
          .optional()
          .describe('visitors or mail are kept out now, so that the fix is due today; absent in older reports'),
      }),
    ),
    /** Fixed step by step, each in addition to those before: outages, critical and high, then medium, then low. */
    steps: z.array(
      z.object({ name: z.enum(['contain', 'fix', 'harden']), checkIds: z.array(z.string()), ...totalAndGrade }),
    ),
  })
  .meta({ id: 'Outlook' });
export type Outlook = z.infer<typeof outlook>;

/** A score of a report with some of its findings left out: fixed, or accepted. */
export const afterFixes = z.object({
  ...totalAndGrade,
  gradeStatus,
  categories: z.record(categoryKey, z.int().min(0).max(100)),
});
export type AfterFixes = z.infer<typeof afterFixes>;
