import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { labAudit } from '../../testing/lab-audit.ts';

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

/** Tests that each of these sites lacks exactly what the table says. */
export const testAPlus = (sites: readonly string[]): void =>
  sideBySide('the conditions of an A+', () => {
    for (const domain of sites) {
      const reason = missingForAPlus[domain] ?? null;
      labTest(
        `${domain} ${reason === null ? 'has an A+' : `misses an A+ for one reason: ${reason.source}`}`,
        async () => {
          const { grade, notAPlus } = (await labAudit(domain)).report.score;
          assert.equal(grade === 'A+', reason === null, notAPlus.join('; '));
          for (const one of notAPlus) assert.match(one, reason ?? /^$/);
        },
      );
    }
  });
