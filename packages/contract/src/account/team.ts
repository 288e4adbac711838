import { z } from 'zod';
import { emailAddress } from './account.ts';
import { givenPassword } from './password.ts';
import { shownFactor } from './second-factor.ts';
import type { Scope } from './plan.ts';
import { rowCursor } from './activity.ts';

/** What a member of a team may do, from least to most. */
export const teamRole = z.enum(['reader', 'auditor', 'admin']);
export type TeamRole = z.infer<typeof teamRole>;

/** Permissions of each role, in the same words as the permissions of a key. */
export const scopesOfRole: Readonly<Record<TeamRole, readonly Scope[]>> = {
  reader: ['audit:read', 'account:read'],
  auditor: ['audit:read', 'account:read', 'audit:write'],
  admin: ['audit:read', 'account:read', 'audit:write', 'team:admin'],
};

/** The lowest role with a permission. */
export const leastRoleFor = (scope: Scope): TeamRole =>
  teamRole.options.find((role) => scopesOfRole[role].includes(scope)) ?? 'admin';

const teamName = z.string().trim().max(100);

/** A member as the others see it. */
export const teamMember = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: teamRole,
    joinedAt: z.int().describe('epoch milliseconds'),
    isYou: z.boolean().describe('Whether the request was made by this member'),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof teamMember>;

/** Somebody who was invited and has not joined yet. */
export const teamInvitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: teamRole,
    createdAt: z.int().describe('epoch milliseconds'),
    expiresAt: z.int().describe('epoch milliseconds'),
  })
  .meta({ id: 'TeamInvitation' });
export type TeamInvitation = z.infer<typeof teamInvitation>;

/** Answer of GET /api/team. */
export const teamDetails = z
  .object({
    id: z.uuid(),
    name: z.string().describe('Empty: the team has no name, and goes by the address of its account'),
    title: z.string().describe('What to call it'),
    role: teamRole.nullable().describe('What the caller may do in it; null: the request was made with a key'),
    members: z.array(teamMember),
    invitations: z.array(teamInvitation).describe('Pending ones; empty for who may not invite'),
  })
  .meta({ id: 'Team' });
export type TeamDetails = z.infer<typeof teamDetails>;

/** Body of PATCH /api/team. */
export const renameTeamBody = z.strictObject({ name: teamName });

/** A team in the list of a user's teams. */
export const ownTeam = z
  .object({ id: z.uuid(), title: z.string(), role: teamRole, isCurrent: z.boolean() })
  .meta({ id: 'OwnTeam' });
export type OwnTeam = z.infer<typeof ownTeam>;

/** Answer of GET /api/teams. */
export const ownTeamList = z.object({ teams: z.array(ownTeam) }).meta({ id: 'OwnTeamList' });

/** Body of PUT /api/session/team. */
export const switchTeamBody = z.strictObject({ teamId: z.uuid() });

/** The proof for adding, changing or removing an admin more than 10 minutes after the log-in. */
export const freshProof = {
  currentPassword: givenPassword
    .optional()
    .describe('Needed to make, change or remove an admin more than 10 minutes after the log-in'),
  ...shownFactor,
};

/** Body of PATCH /api/team/members/{id}. */
export const memberRoleBody = z.strictObject({ role: teamRole, ...freshProof });

/** Body of DELETE /api/team/members/{id}; it may be left out. */
export const removeMemberBody = z.strictObject(freshProof).nullish();

/** Body of POST /api/team/invitations. */
export const inviteBody = z.strictObject({
  email: emailAddress,
  role: teamRole.default('reader'),
  expiresInDays: z.int().min(1).max(30).default(7),
  ...freshProof,
});

/** Answer of POST /api/team/invitations. */
export const madeInvitation = z
  .object({
    invitation: teamInvitation,
    url: z
      .string()
      .nullable()
      .describe('The link, shown only once; null: it was sent to the address, and nobody else gets it'),
  })
  .meta({ id: 'MadeInvitation' });

/** The token of an invitation: 32 random octets in base64url. */
export const invitationToken = z.string().min(1).max(128).describe('From the link of the invitation; valid once');

/** Body of POST /api/invitations/read and POST /api/invitations/accept. */
export const invitationBody = z.strictObject({ token: invitationToken });

/** Answer of POST /api/invitations/read. */
export const shownInvitation = z
  .object({ team: z.string(), email: z.string(), role: teamRole, expiresAt: z.int().describe('epoch milliseconds') })
  .meta({ id: 'ShownInvitation' });
export type ShownInvitation = z.infer<typeof shownInvitation>;

/** Events that the log of a team records. */
export const teamAction = z.enum([
  'team_renamed',
  'member_joined',
  'member_left',
  'member_removed',
  'role_changed',
  'invitation_made',
  'invitation_withdrawn',
  'key_created',
  'key_rotated',
  'key_revoked',
  'audit_started',
  'audit_cancelled',
  'audit_changed',
  'batch_started',
  'batch_cancelled',
  'batch_resumed',
  'share_made',
  'share_ended',
  'waiver_made',
  'waiver_changed',
  'waiver_removed',
  'domain_tagged',
  'domain_changed',
  'domain_removed',
  'answer_changed',
  'answer_deleted',
  'control_claimed',
  'control_checked',
  'control_ended',
  'badge_made',
  'badge_ended',
  'settings_changed',
  'deletion_requested',
]);
export type TeamAction = z.infer<typeof teamAction>;

/** One line of the log of a team. */
export const teamLogEntry = z
  .object({
    id: z.string(),
    at: z.int().describe('epoch milliseconds'),
    actor: z.object({
      kind: z.enum(['person', 'key', 'operator']),
      id: z.string(),
      name: z.string().describe('The address of the person or the name of the key, as it was then'),
    }),
    action: teamAction,
    target: z.string().describe('What it was done to, such as a domain, an address or an id; may be empty'),
    targetName: z
      .string()
      .describe(
        'The name that the target had then, such as the domain of an audit or the name of a key; empty: it is its own name',
      ),
    detail: z.string().describe('Such as a role, or the id of what was made; may be empty'),
  })
  .meta({ id: 'TeamLogEntry' });
export type TeamLogEntry = z.infer<typeof teamLogEntry>;

/** Query of GET /api/team/log. */
export const teamLogQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: rowCursor.optional().describe('nextCursor of the page before'),
});

/** Answer of GET /api/team/log, newest first. */
export const teamLog = z
  .object({ entries: z.array(teamLogEntry), nextCursor: z.string().nullable() })
  .meta({ id: 'TeamLog' });
