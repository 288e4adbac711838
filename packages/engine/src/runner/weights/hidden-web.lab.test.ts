import assert from 'node:assert/strict';
import { labTest, waitSideBySide } from '@perimeter/lab/harness';
import type { Report } from '@perimeter/contract/report';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import { legacySuites, weakSuites } from '../../tls/client/hello/code-points.ts';
import { suitesIn } from '../testing/front.ts';
import {
  assertOpen,
  goodPlaces,
  isTls12,
  offersStrong,
  reportBehindFront,
  reportOfMapped,
  speaks13,
} from './testing/hidden-parts.ts';

// Whole audits of sites that show one part and hide the rest from the audit.

const outcomeOf = ({ modules }: Report, id: string): string | undefined =>
  modules.flatMap(({ checks }) => checks).find((check) => check.id === id)?.outcome;

const serverHello = (suite: number): Buffer => {
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), Buffer.from([0, suite >> 8, suite & 255, 0])]);
  return Buffer.from(encodeRecord(22, 0x0303, Buffer.concat([Buffer.from([2, 0, 0, body.length]), body])));
};

waitSideBySide('sites that show a part of themselves', () => {
  labTest('hostile-https-hangs.lab: a redirect on http:// hides no https:// that gives no answer', async () => {
    const { score, modules } = await reportOfMapped('hostile-https-hangs.lab');
    assert.ok(score.notAssessed?.includes('http_security') && !score.notApplicable?.includes('http_security'));
    assert.equal(score.gradeStatus, 'provisional');
    assert.ok(score.total <= 89 && !score.grade.startsWith('A'), `${score.total} ${score.grade}`);
    const nosniff = modules.flatMap(({ checks }) => checks).find(({ id }) => id === 'hdr-nosniff');
    assert.equal(nosniff?.outcome, 'inconclusive', nosniff?.reason);
  });

  labTest('a site that is silent to every hello without TLS 1.3 is provisional and no A', async () => {
    assertOpen(await reportBehindFront((hello) => (speaks13(hello) ? 'through' : 'silence')));
  });

  labTest(
    'a site with more suites than are listed is not held for that, and what was not listed is unknown',
    async () => {
      const accepted = legacySuites.filter((code) => !weakSuites.includes(code));
      const report = await reportBehindFront((hello) => {
        const suite =
          isTls12(hello) && !offersStrong(hello) ? suitesIn(hello).find((one) => accepted.includes(one)) : 0;
        return suite === undefined || suite === 0 ? 'through' : serverHello(suite);
      });
      assert.equal(report.coverage.openAddresses, undefined);
      assert.deepEqual(outcomeOf(report, 'tls-null-anon-export'), 'inconclusive');
      const listed = report.tls?.endpoints.map(({ versions }) => versions.find(({ version }) => version === 'TLSv1.2'));
      assert.deepEqual(
        listed?.map((version) => [(version?.cipherSuites.length ?? 0) > 200, version?.complete]),
        goodPlaces.map(() => [true, false]),
      );
      assert.ok(report.score.total > 79, String(report.score.total));
    },
  );
});
