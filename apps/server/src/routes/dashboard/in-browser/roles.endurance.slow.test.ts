// By day, roles.slow.test.ts shows all pages as the service sends them and some in a browser. This file shows all of them in a
// browser, with every button pressed.
import { teamRole } from '@perimeter/contract/account/team';
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import { test } from 'node:test';
import { assertOffers, leastOffered, teamWithAll } from '../../../testing/teams/offers.ts';

test('pages in a browser offer what a role may do, and nothing else', { skip: browserMissing }, async (context) => {
  const [chromium, team] = await Promise.all([openBrowser(), teamWithAll()]);
  context.after(async () => chromium.close());
  for (const [index, role] of teamRole.options.entries()) {
    const least = teamRole.options.slice(0, index + 1).flatMap((one) => leastOffered[one]);
    await context.test(`to the role ${role}`, async () => assertOffers(chromium, team, role, team.pages, least));
  }
});
