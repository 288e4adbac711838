// hidden-web.lab.test.ts has a site that hangs and one that is silent to hellos without TLS 1.3; this file closes connections, and is
// silent to some suites.
import assert from 'node:assert/strict';
import { labTest, waitSideBySide } from '@perimeter/lab/harness';
import { assertOpen, isTls12, offersStrong, reportBehindFront, reportOfMapped } from './testing/hidden-parts.ts';

waitSideBySide('sites that show a part of themselves', () => {
  labTest('hostile-https-closes.lab: a redirect on http:// hides no https:// that gives no answer', async () => {
    const { score, modules } = await reportOfMapped('hostile-https-closes.lab');
    assert.ok(score.notAssessed?.includes('http_security') && !score.notApplicable?.includes('http_security'));
    assert.equal(score.gradeStatus, 'provisional');
    assert.ok(score.total <= 89 && !score.grade.startsWith('A'), `${score.total} ${score.grade}`);
    const nosniff = modules.flatMap(({ checks }) => checks).find(({ id }) => id === 'hdr-nosniff');
    assert.equal(nosniff?.outcome, 'inconclusive', nosniff?.reason);
  });

  labTest('a site that is silent to TLS 1.2 hellos without strong suites is provisional and no A', async () => {
    assertOpen(await reportBehindFront((hello) => (isTls12(hello) && !offersStrong(hello) ? 'silence' : 'through')));
  });
});
