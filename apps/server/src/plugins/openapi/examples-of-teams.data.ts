const teamId = '7d9f1e0a-2b3c-4d5e-8f90-a1b2c3d4e5f6';
const memberId = '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f';
const at = 1_767_225_600_000;
const title = 'Web security';
const byMember = { id: memberId };

const admin = { id: teamId, email: 'holder@example.com', role: 'admin', joinedAt: at, isYou: true };
const invitation = {
  id: '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d',
  email: 'colleague@example.com',
  role: 'auditor',
  createdAt: at,
  expiresAt: at + 7 * 86_400_000,
};
const team = { id: teamId, name: title, title, role: 'admin', members: [admin], invitations: [invitation] };
const teams = { teams: [{ id: teamId, title, role: 'admin', isCurrent: true }] };
const invited = { token: '5Kq1'.repeat(11).slice(0, 43) };

/** Examples of team operations by method and path; for resources that the example account lacks, the refusal. */
export const teamExamples = {
  'get /api/team': { status: 200, answer: team },
  'patch /api/team': { body: { name: title }, status: 200, answer: team },
  'get /api/team/log': {
    query: { limit: '10' },
    status: 200,
    answer: {
      entries: [
        {
          id: '7',
          at,
          actor: { kind: 'person', id: teamId, name: 'holder@example.com' },
          action: 'invitation_made',
          target: 'colleague@example.com',
          targetName: '',
          detail: 'auditor',
        },
      ],
      nextCursor: null,
    },
  },
  'patch /api/team/members/{id}': { path: byMember, body: { role: 'auditor' }, status: 204 },
  'delete /api/team/members/{id}': { path: byMember, status: 204 },
  'post /api/team/leave': { status: 409 },
  'post /api/team/invitations': {
    body: { email: 'colleague@example.com', role: 'auditor' },
    status: 201,
    answer: { invitation, url: null },
  },
  'delete /api/team/invitations/{id}': { path: { id: invitation.id }, status: 204 },
  'get /api/teams': { status: 200, answer: teams },
  'put /api/session/team': { body: { teamId: memberId }, status: 404 },
  'post /api/invitations/read': { body: invited, status: 404 },
  'post /api/invitations/accept': { body: invited, status: 404 },
};
