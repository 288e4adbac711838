import { z } from 'zod';
import { auditId, auditSummary } from './audit.ts';
import { categoryKey } from './category.ts';
import { severity, severityCounts } from './finding.ts';
import { scanMode } from './report.ts';
import type { Grade } from './grade.ts';
import { gradeStatus } from './score.ts';

/** A word that an account chooses to group its domains. */
export const tag = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^\s,]+$/u, 'One word without commas');

/** Kinds of expiry dates that a domain has, for sorting by the earliest. */
export const deadlineKind = z.enum(['certificate', 'registration', 'signature']);
export type DeadlineKind = z.infer<typeof deadlineKind>;

const owner = z.string().trim().max(100).describe('who looks after the domain, in words of the account; empty: nobody');
const note = z.string().trim().max(1000);

/** Body of PATCH /api/domains/{domain}: members that are left out stay unchanged. */
export const domainBody = z.strictObject({ owner: owner.optional(), note: note.optional() });
export type DomainBody = z.infer<typeof domainBody>;

/** Answer of PATCH /api/domains/{domain}. */
export const ownWords = z.object({ domain: z.string(), owner, note }).meta({ id: 'OwnWords' });

/** Body of PUT /api/domains/{domain}/tags. */
export const tagsBody = z.strictObject({ tags: z.array(tag).max(10) });

const manyWords = z.strictObject({
  tags: tagsBody.shape.tags.optional(),
  owner: owner.optional(),
  note: note.optional(),
});

/** Body of PATCH /api/domains: what is left out stays. */
export const manyDomainsBody = z.strictObject({
  domains: z
    .array(
      manyWords.extend({
        domain: z.string().min(1).max(1024),
        was: manyWords
          .optional()
          .describe('What these were when you read them: a domain that has others by now stays as it is'),
      }),
    )
    .min(1)
    .max(100)
    .describe('Of a repeated domain the last counts'),
});
export type ManyDomainsBody = z.infer<typeof manyDomainsBody>;

/** Answer of PATCH /api/domains. */
export const manyDomains = z
  .object({
    changed: z.array(z.string()),
    left: z
      .array(z.object({ domain: z.string(), reason: z.enum(['not_audited', 'changed_meanwhile']) }))
      .describe('What stays as it was'),
  })
  .meta({ id: 'ManyDomains' });
export type ManyDomains = z.infer<typeof manyDomains>;

/** Query of GET /api/domains. */
export const domainListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Domains per page, 1 to 100'),
  cursor: z.string().max(200).optional().describe('nextCursor of the previous page'),
  sort: z.enum(['worst', 'best', 'newest', 'name', 'ends', 'change']).default('worst'),
  q: z
    .string()
    .max(253)
    .optional()
    .describe(
      'Words that must all match: part of a name, or tag:eu, owner:jane, grade:<C (grades below C), grade:>=B, grade:F, expires:<30d (or >90d)',
    ),
  tag: tag.optional().describe('Only domains with this tag'),
});
export type DomainListQuery = z.infer<typeof domainListQuery>;

/** Conditions of a search for domains; all must match. */
export interface DomainSearch {
  /** Parts of names. */
  texts: readonly string[];
  tags: readonly string[];
  owners: readonly string[];
  /** Null: any. */
  grades: readonly Grade[] | null;
  /** Days until something expires: the maximum and the minimum. */
  expiresWithin: number | null;
  expiresAfter: number | null;
  /** Words with a colon that match no filter. */
  unknown: readonly string[];
}

/** One score of a domain in the order of time. */
const scorePoint = z.object({ auditId, completedAt: z.int(), total: z.int(), policyVersion: z.string().nullable() });

/** A domain of the account by its latest completed audit. */
export const domainSummary = z
  .object({
    domain: z.string(),
    tags: z.array(z.string()),
    owner,
    note,
    auditId,
    completedAt: z.int().describe('epoch milliseconds'),
    scanMode,
    authority: z.boolean(),
    score: z.int().min(0).max(100),
    grade: z.string(),
    gradeStatus: gradeStatus.nullable().describe('null for audits of earlier versions'),
    policyVersion: z.string().nullable().describe('null for audits of earlier versions'),
    severities: severityCounts
      .nullable()
      .describe('number of findings of each severity; null for audits of earlier versions'),
    issues: severityCounts
      .nullable()
      .describe('number of issues of each severity: the findings of one check are one issue; null as severities is'),
    uncapped: z
      .int()
      .nullable()
      .describe('the score without caps, by which equal scores are ordered; null as severities is'),
    concludedPermille: z
      .int()
      .nullable()
      .describe('share of applicable checks with an answer; null for earlier versions'),
    deadline: z
      .object({ kind: deadlineKind, at: z.int().describe('epoch milliseconds') })
      .nullable()
      .describe(
        'what ends first of the certificates, the registration and the signatures of the zone; null: no date is known',
      ),
    findingsCount: z.int(),
    reportAvailable: z.boolean().describe('false after retention'),
    change: z
      .int()
      .nullable()
      .describe(
        'points since the oldest audit of the 30 days before this one with the same major version of the policy, mode and authority, or, if there is none, the latest of the 15 days before those; null without one',
      ),
    scores: z.array(scorePoint).describe('of the latest audits, at most 12, oldest first'),
  })
  .meta({ id: 'DomainSummary' });
export type DomainSummary = z.infer<typeof domainSummary>;

/** Answer of GET /api/domains. */
export const domainList = z
  .object({
    domains: z.array(domainSummary),
    total: z.int().describe('domains that match, over all pages'),
    tags: z.array(z.string()).describe('all tags of the account'),
    nextCursor: z.string().nullable().describe('null on the last page'),
  })
  .meta({ id: 'DomainList' });
export type DomainList = z.infer<typeof domainList>;

/** Query of GET /api/domains/{domain}/audits. */
export const domainAuditsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Audits per page, 1 to 100'),
  cursor: z.string().max(200).optional().describe('nextCursor of the previous page'),
});

/** A completed audit of a domain, as its history shows it. */
export const domainAudit = auditSummary
  .extend({
    change: z
      .int()
      .nullable()
      .describe(
        'points since the audit before it with the same major version of the policy, mode and authority; null without one',
      ),
  })
  .meta({ id: 'DomainAudit' });
export type DomainAudit = z.infer<typeof domainAudit>;

/** Answer of GET /api/domains/{domain}/audits: completed audits of the account, newest first. */
export const domainAudits = z
  .object({
    domain: z.string(),
    audits: z.array(domainAudit),
    nextCursor: z.string().nullable().describe('null on the last page'),
  })
  .meta({ id: 'DomainAudits' });
export type DomainAudits = z.infer<typeof domainAudits>;

/** Query of GET /api/domains/{domain}/changes; the two latest completed audits where both are left out. */
export const domainChangesQuery = z.strictObject({ from: auditId.optional(), to: auditId.optional() });

/** Query of GET /api/audit/{id}/changes; the audit of the domain before this one where it is left out. */
export const auditChangesQuery = z.strictObject({
  since: z
    .union([auditId, z.iso.date()])
    .optional()
    .describe('an earlier audit of the domain, or a day (2026-11-03): the last audit completed by its end, UTC'),
});

/** One place where a check failed in one of the audits or in both. */
const changedFinding = z.object({
  fingerprint: z.string(),
  checkId: z.string(),
  category: categoryKey,
  title: z.string(),
  severity,
  host: z.string(),
  port: z.int().nullable(),
  affectedUrl: z.string(),
});
export type ChangedFinding = z.infer<typeof changedFinding>;

/** A place that failed in both audits with another severity. */
const movedFinding = changedFinding.extend({ was: severity.describe('in the earlier audit') });
export type MovedFinding = z.infer<typeof movedFinding>;

/** Fields by which the inventories of two audits are compared; an open list in the schema. */
export const inventoryKind = z.enum([
  'name-servers',
  'ds',
  'addresses',
  'mx',
  'caa',
  'spf-includes',
  'issuers',
  'keys',
  'ports',
]);
export type InventoryKind = z.infer<typeof inventoryKind>;

/** An entry of the inventory that differs between the two audits. */
const inventoryChange = z.object({
  kind: inventoryKind,
  name: z.string().describe('whose: a name, or an address for ports'),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type InventoryChange = z.infer<typeof inventoryChange>;

const comparedAudit = z.object({
  id: auditId,
  completedAt: z.int(),
  scanMode,
  authority: z.boolean(),
  score: z.int(),
  grade: z.string(),
  policyVersion: z.string(),
});

/** Answer of GET /api/domains/{domain}/changes: what two audits of a domain found, by fingerprint and outcome. */
export const domainChanges = z
  .object({
    domain: z.string(),
    from: comparedAudit,
    to: comparedAudit,
    policyChanged: z
      .boolean()
      .describe('true: the major version of the scoring policy differs, so that the scores cannot be compared'),
    sameKind: z.boolean().describe('false: mode or authority differ, so that one audit looked further'),
    new: z.array(changedFinding).describe('the check had an answer before, and the place was not among its findings'),
    newlySeen: z.array(changedFinding).describe('the check had no answer before'),
    gone: z.array(changedFinding).describe('the check was answered, and the place is not among its findings any more'),
    noLongerApplies: z.array(changedFinding),
    notAnswered: z.array(changedFinding).describe('the check has no answer this time: nobody knows'),
    worse: z.array(movedFinding).describe('there in both audits, and more severe now'),
    better: z.array(movedFinding).describe('there in both audits, and less severe now'),
    still: z.array(changedFinding).describe('there in both audits with the same severity'),
    inventory: z.array(inventoryChange).describe('only what both audits saw: what one of them did not see has no row'),
  })
  .meta({ id: 'DomainChanges' });
export type DomainChanges = z.infer<typeof domainChanges>;
