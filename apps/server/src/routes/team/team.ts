import {
  ownTeamList,
  renameTeamBody,
  switchTeamBody,
  teamDetails,
  teamLog,
  teamLogQuery,
} from '@perimeter/contract/account/team';
import { accountOf, actorOf } from '../../accounts/caller.ts';
import { actFor } from '../../accounts/team/act-for.ts';
import { readOwnTeams, readTeam, readTeamLog } from '../../accounts/team/read-team.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { renameTeam } from '../../repositories/teams/teams.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

const readProblems = ['unauthorized', 'insufficient_scope', 'insufficient_role', 'rate_limited'] as const;

function teamRoutes(http: Http, identity: Identity): void {
  http.get(
    '/api/team',
    {
      schema: {
        tags: ['team'],
        summary: 'Read the team with its members',
        description: 'The team that the session acts for, or that the key belongs to.',
        response: { 200: teamDetails, ...problemResponses(...readProblems) },
      },
    },
    async ({ principal }, reply) =>
      reply.header('cache-control', 'no-store').send(await readTeam(identity, accountOf(principal))),
  );
  http.patch(
    '/api/team',
    {
      schema: {
        tags: ['team'],
        summary: 'Name the team',
        body: renameTeamBody,
        response: { 200: teamDetails, ...problemResponses(...writeProblems, ...readProblems) },
      },
    },
    async ({ principal, body: { name } }) => {
      const account = accountOf(principal);
      await renameTeam(identity.db, account.accountId, name, actorOf(account));
      return readTeam(identity, account);
    },
  );
  http.get(
    '/api/team/log',
    {
      schema: {
        tags: ['team'],
        summary: 'Read who did what in the team',
        description:
          'Newest first: members and invitations, keys, starts, cancelled audits, share links, waivers, domains and settings. Lines are never changed or removed while the team exists.',
        querystring: teamLogQuery,
        response: { 200: teamLog, ...problemResponses('invalid_request', ...readProblems) },
      },
    },
    async ({ principal, query }, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await readTeamLog(identity, accountOf(principal).accountId, query)),
  );
}

function choiceRoutes(http: Http, identity: Identity): void {
  http.get(
    '/api/teams',
    {
      schema: {
        tags: ['team'],
        summary: 'List the teams that you belong to',
        response: { 200: ownTeamList, ...problemResponses(...readProblems) },
      },
    },
    async ({ principal }) => ({ teams: await readOwnTeams(identity, accountOf(principal)) }),
  );
  http.put(
    '/api/session/team',
    {
      schema: {
        tags: ['team'],
        summary: 'Choose the team that this session acts for',
        description: 'Log-ins to come begin with the same team. Other browsers stay where they are.',
        body: switchTeamBody,
        response: { 200: ownTeamList, ...problemResponses(...writeProblems, 'insufficient_scope', 'team_not_found') },
      },
    },
    async ({ principal, body: { teamId } }) => {
      const account = accountOf(principal);
      await actFor(identity, account, teamId);
      return { teams: await readOwnTeams(identity, { ...account, accountId: teamId }) };
    },
  );
}

/** Adds the routes to read, rename, list and switch teams, and to read the log. */
export function addTeamRoutes(http: Http, identity: Identity): void {
  teamRoutes(http, identity);
  choiceRoutes(http, identity);
}
