import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsAudit } from './robots.ts';

const rows: [what: string, text: string, bars: boolean][] = [
  ['nothing', '', false],
  ['everybody', 'User-agent: *\nDisallow: /', false],
  ['the audit', 'User-agent: PerimeterAudit\nDisallow: /', true],
  ['the audit in other letters, with a version', 'USER-AGENT:perimeteraudit/1.0\r\ndisallow:/ # please', true],
  ['the audit among others', 'User-agent: a\nUser-agent: PerimeterAudit\nUser-agent: b\nDisallow: /', true],
  ['the audit in its own group only', 'User-agent: *\nDisallow: /\n\nUser-agent: PerimeterAudit\nDisallow:', false],
  ['another group after it', 'User-agent: PerimeterAudit\nDisallow: /a\nUser-agent: *\nDisallow: /', false],
  ['one path', 'User-agent: PerimeterAudit\nDisallow: /private', false],
  ['rules of two groups', 'User-agent: PerimeterAudit\nAllow: /a\n\nUser-agent: PerimeterAudit\nDisallow: /', true],
  ['an Allow for all beside it', 'User-agent: PerimeterAudit\nDisallow: /\nAllow: /', false],
  ['a comment', '# User-agent: PerimeterAudit\n# Disallow: /', false],
  ['a longer name', 'User-agent: PerimeterAuditor\nDisallow: /', false],
  ['a rule before any group', 'Disallow: /\nUser-agent: PerimeterAudit\n', false],
  ['a byte order mark', '\uFEFFUser-agent: PerimeterAudit\rDisallow: /', true],
  ['other lines between', 'User-agent: PerimeterAudit\nCrawl-delay: 3\nDisallow: *', true],
];
for (const [what, text, bars] of rows) {
  test(`robots.txt with ${what} ${bars ? 'excludes the audit' : 'does not exclude the audit'}`, () =>
    assert.equal(barsAudit(text), bars));
}
