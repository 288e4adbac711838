import type { Page } from 'playwright-core';
import { byDay, page, type Scene, state } from '../scene.ts';

const team = '/settings/team';

const opened = async (shown: Page) => shown.getByText('Remove …').first().click();

/** Submits the form of an invitation. */
const invited = (email: string) => async (shown: Page) => {
  await shown.getByLabel('E-mail address').fill(email);
  await shown.getByRole('button', { name: 'Invite', exact: true }).click();
  await shown.locator('.notice').first().waitFor();
};

const joinsWeakly = async (shown: Page) => {
  await shown.getByLabel('New password').fill('password1234');
  await shown.getByRole('button', { name: 'Make the account and join' }).click();
  await shown.getByRole('alert').waitFor();
};

/** The pages of a team: members, log, and the link of an invitation. */
export const scenesOfTeams = (invitation: string): readonly Scene[] => [
  page('team', team, { viewer: 'keeper' }),
  state('team of one, nobody invited', team, { viewer: 'newcomer' }),
  state('team of others, as a reader', team, { viewer: 'member' }),
  byDay('team, a member is about to be removed', team, { viewer: 'keeper', act: opened }),
  state('team, invited by link', team, { viewer: 'keeper', act: invited('shown@example.com') }),
  state('team, invited again a member', team, {
    viewer: 'newcomer',
    isRefused: true,
    act: invited('new@example.com'),
  }),
  page('log of a team', `${team}/log`, { viewer: 'keeper' }),
  state('log of a team, empty', `${team}/log`, { viewer: 'newcomer' }),
  state('log of a team, as a reader', `${team}/log`, { viewer: 'member', isRefused: true }),
  page('invitation', invitation),
  state('invitation, weak password', invitation, { act: joinsWeakly, isRefused: true }),
  state('invitation of another address', invitation, { viewer: 'newcomer' }),
  state('invitation, used or late', `/join/${'A'.repeat(43)}`, { isRefused: true }),
];
