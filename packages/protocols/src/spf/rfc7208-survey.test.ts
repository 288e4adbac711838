// The zones of RFC 7208's public suite as audits see them: a survey finds a permanent error where a client that matches
// nothing would get one, and nowhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHost } from './check-host.ts';
import { surveySpf } from './survey.ts';
import { judgeSurvey } from './survey-verdict.ts';
import { absentVectors } from '../testing/published-vectors.ts';
import { publicSuites } from './testing/public-suite.ts';
import { scriptedLookup } from './testing/zone-data.ts';

/** Addresses that no record of the suite names. */
const strangers = ['255.255.255.253', 'fdff:ffff:ffff::fd'];

const suites = publicSuites();
if (suites === null) test('the zones of RFC 7208', { skip: absentVectors('rfc7208_spf.json') }, () => undefined);

for (const { suite, zonedata, tests } of suites ?? []) {
  const lookup = scriptedLookup(zonedata);
  const domains = new Set(tests.map(({ mailfrom, helo }) => (mailfrom.split('@').at(-1) ?? '') || helo));
  for (const domain of domains) {
    test(`RFC 7208, ${suite}: ${domain} is a permanent error, or not`, async () => {
      const verdict = judgeSurvey(await surveySpf(domain, lookup));
      const results = await Promise.all(
        strangers.map(async (ip) => checkHost({ ip, helo: domain, mailFrom: `x@${domain}` }, lookup)),
      );
      const isError = results.some(({ result }) => result === 'permerror');
      if (verdict.result === 'permerror') assert.ok(isError, JSON.stringify({ verdict, results }));
      else if (verdict.result !== 'unknown') assert.ok(!isError, JSON.stringify({ verdict, results }));
    });
  }
}
