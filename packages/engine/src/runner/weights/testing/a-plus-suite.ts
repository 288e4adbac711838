import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { readEngineSettings } from '../../../settings/read-settings.ts';
import { runAudit } from '../../audit.ts';
import { failOnBug } from '../../testing/on-bug.ts';

/** What each site lacks for an A+. */
export const missingForAPlus: Readonly<Record<string, RegExp | null>> = {
  'good.lab': null,
  'aplus.lab': null,
  'aplus-tls.lab': /^Required for A\+: tls-1-3-missing$/,
  'aplus-age.lab': /^Required for A\+: hsts-short$/,
  'aplus-below.lab': /^Required for A\+: hsts-no-subdomains$/,
  'aplus-policy.lab': /^(The score is 96; A\+ needs 97|Required for A\+: csp-missing)$/,
  'aplus-signed.lab': /^Required for A\+: dnssec-unsigned$/,
  'aplus-dmarc.lab': /^(The score is 96; A\+ needs 97|Issue of medium severity: dmarc-policy-none)$/,
  'aplus-spf.lab': /^Required for A\+: spf-mailless-open$/,
  'aplus-points.lab': /^The score is 9\d; A\+ needs 97$/,
  'aplus-medium.lab': /^Issue of medium severity: js-vulnerable-medium$/,
  'aplus-unseen.lab': /^Only 9\d\.\d % of applicable checks \(weighted\) passed; A\+ needs 95 %$/,
};

async function scoreOf(domain: string) {
  const read = readEngineSettings(process.env);
  assert.ok(read.ok);
  const request = { id: 'aud_lab', domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const result = await runAudit(request, { settings: read.settings, memory: null, onBug: failOnBug });
  assert.ok(result.ok, JSON.stringify(result));
  return result.report.score;
}

/** Tests that each of these sites lacks exactly what the table says. */
export const testAPlus = (sites: readonly string[]): void =>
  sideBySide('the conditions of an A+', () => {
    for (const domain of sites) {
      const reason = missingForAPlus[domain] ?? null;
      labTest(
        `${domain} ${reason === null ? 'has an A+' : `misses an A+ for one reason: ${reason.source}`}`,
        async () => {
          const { grade, notAPlus } = await scoreOf(domain);
          assert.equal(grade === 'A+', reason === null, notAPlus.join('; '));
          for (const one of notAPlus) assert.match(one, reason ?? /^$/);
        },
      );
    }
  });
