import { z } from 'zod';
import { auditSummary } from '../audit.ts';
import { batchDetails } from '../batch.ts';
import { severity } from '../finding.ts';
import { accountDetails } from './account.ts';
import { securityEvent } from './activity.ts';
import { apiKey } from './key.ts';
import { passkey } from '../passkey.ts';
import { ownTeam, teamInvitation, teamLogEntry, teamMember } from './team.ts';
import { shareAnswer } from '../answers/answer.ts';

/** Query of GET /api/account/export. */
export const accountExportQuery = z.strictObject({
  format: z.enum(['zip', 'json']).default('zip').describe('An archive of files, or one JSON file'),
});

/** Answer of GET /api/account/export?format=json. */
export const accountExport = z
  .looseObject({
    format: z.literal(1),
    exportedAt: z.int().describe('epoch milliseconds'),
    account: accountDetails.extend({ secondFactorEnabledAt: z.int().nullable() }),
    keys: z.array(apiKey),
    passkeys: z.array(passkey),
    sessions: z.array(
      z.object({ userAgent: z.string(), network: z.string(), createdAt: z.int(), lastUsedAt: z.int() }),
    ),
    activity: z.array(securityEvent),
    credits: z.array(
      z.object({
        at: z.int(),
        auditId: z.string(),
        amount: z.int().describe('1 charges, -1 gives back'),
        reason: z.string(),
      }),
    ),
    domains: z.array(
      z.object({
        domain: z.string(),
        tags: z.array(z.string()),
        owner: z.string(),
        note: z.string(),
        removedAt: z.int().nullable(),
      }),
    ),
    controls: z.array(
      z.object({
        domain: z.string(),
        how: z.enum(['dns', 'file']).nullable(),
        provedAt: z.int().nullable(),
        hasBadge: z.boolean(),
        createdAt: z.int(),
      }),
    ),
    waivers: z.array(
      z.object({
        domain: z.string(),
        fingerprint: z.string().nullable(),
        checkId: z.string().nullable(),
        host: z.string().nullable(),
        severity: severity.nullable(),
        reason: z.string(),
        owner: z.string().nullable(),
        expires: z.string().describe('YYYY-MM-DD'),
        createdAt: z.int(),
      }),
    ),
    shareLinks: z.array(
      z.object({
        auditId: z.string(),
        redacted: z.boolean(),
        answers: z.boolean(),
        createdAt: z.int(),
        expiresAt: z.int(),
      }),
    ),
    members: z.array(teamMember.pick({ email: true, role: true, joinedAt: true })),
    invitations: z.array(teamInvitation.omit({ id: true })).describe('Pending ones'),
    teams: z.array(ownTeam.omit({ isCurrent: true })).describe('All that the person belongs to'),
    teamLog: z.array(teamLogEntry),
    answers: z.array(shareAnswer).describe('What came through share links'),
    batches: z.array(batchDetails),
    audits: z.array(
      auditSummary.extend({
        authorityStatedAt: z.int().nullable(),
        report: z
          .looseObject({})
          .nullable()
          .describe('The report as it is served; null: there is none, or it was deleted'),
      }),
    ),
  })
  .meta({ id: 'AccountExport' });
