import { teamRole } from '@perimeter/contract/account/team';
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { assertOffers, leastOffered, teamWithAll } from '../../../testing/teams/offers.ts';

describe('pages offer what a role may do, and nothing else', { skip: browserMissing }, async () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());
  const team = await teamWithAll();
  const { roles, audit, running, failed, domain } = team;

  /** Pages whose offers depend on script, or differ between roles; all others as the service sends them. */
  const inBrowser = {
    reader: [`/audits/${audit}`, '/domains', '/settings/account', '/settings/sessions', '/settings/team'],
    auditor: [
      `/audits/${audit}`,
      `/audits/${running}`,
      `/domains/${domain}`,
      '/settings/controls',
      '/settings/accepted',
    ],
    admin: ['/settings/keys', '/settings/account', '/settings/team'],
  };
  for (const role of teamRole.options)
    test(`to the role ${role}`, async () => assertOffers(chromium, team, role, inBrowser[role], leastOffered[role]));

  test('readers get one sentence where others start audits', async () => {
    const sentence = 'Readers cannot start audits. Ask an admin of the team.';
    for (const path of [
      '/',
      '/audits',
      `/audits/${audit}`,
      `/audits/${failed}`,
      '/domains',
      `/domains/${domain}`,
      `/compare?targetA=${domain}&targetB=nobody.net`,
    ]) {
      const { body } = await roles.reader.send('GET', path, undefined, { accept: 'text/html' });
      assert.equal(body.split(sentence).length, 2, path);
      const { body: others } = await roles.auditor.send('GET', path, undefined, { accept: 'text/html' });
      assert.ok(!others.includes(sentence), path);
    }
  });
});
