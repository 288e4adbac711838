import assert from 'node:assert/strict';
import { before } from 'node:test';
import { insideLab, labTest } from '@perimeter/lab/harness';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { exposedContent } from '../../modules/exposed_content/module.ts';
import { hostsOfCategory } from '../coverage/testing/coverage-suite.ts';
import { sharedAuditsBy } from '../testing/audited-once.ts';
import { hostsWithExposure, testPlanted } from './testing/planted-secrets.ts';

// coverage/network.lab.test.ts judges the table of checks and hosts, with the same audits: of the table, those that it audits in
// npm test. exposure.endurance.lab.test.ts looks for planted secrets on every host.

const kinds = new Set(exposedContent.checks.flatMap(({ needs }) => needs));
const ofTable = hostsOfCategory('network', 'fewest');
const others = [
  'soft404.lab',
  'honeypot.lab',
  'echo.lab',
  'slow404.lab',
  'ban.lab',
  'limit.lab',
  'forbid.lab',
  'abandoned.lab',
  'leaky2-long.lab',
  'leaky2-unknown.lab',
  'leaky2-coding.lab',
];
const hosts = [...hostsWithExposure.filter((host) => ofTable.has(host)), ...others];

/** Sites without a finding: their answers prove nothing, or are protected. */
const harmless = ['soft404.lab', 'fixed.lab', 'echo.lab', 'slow404.lab', 'ban.lab', 'limit.lab', 'forbid.lab'];
const { of: audited, all: auditAll } = sharedAuditsBy('network', kinds);

const outcomeOn = async (id: string, host: string) =>
  exposedContent.checks.find((check) => check.id === id)?.evaluate(await audited(host)) ?? assert.fail(id);

before(async () => {
  if (insideLab) await auditAll(hosts);
});

labTest('a site that answers whatever is asked has no finding in its paths', async () => {
  for (const host of harmless) {
    const evidence = await audited(host);
    for (const check of exposedContent.checks.filter(({ needs }) => needs.includes('exposure')))
      assert.deepEqual(draftsOf(check.evaluate(evidence)), [], `${check.id} on ${host}`);
  }
});

labTest('after a ban or a limit, what was not seen is inconclusive', async () => {
  for (const host of ['ban.lab', 'limit.lab', 'forbid.lab']) {
    const outcome = await outcomeOn('file-env', host);
    assert.equal(outcome.outcome, 'inconclusive', `${host}: ${outcome.reason}`);
  }
  assert.equal((await outcomeOn('file-env', 'slow404.lab')).outcome, 'pass');
});

labTest('files that are sent in parts or in odd codings are found', async () => {
  for (const host of ['leaky2-long.lab', 'leaky2-unknown.lab', 'leaky2-coding.lab']) {
    const { exposure } = await audited(host);
    assert.equal(exposure?.control, 'same', host);
    for (const id of ['file-env', 'file-db-dump'])
      assert.equal((await outcomeOn(id, host)).outcome, 'fail', `${id} on ${host}`);
    if (host === 'leaky2-coding.lab') continue;
    for (const id of ['file-git-credentials', 'file-backup-archive', 'file-log'])
      assert.equal((await outcomeOn(id, host)).outcome, 'fail', `${id} on ${host}`);
  }
});

labTest('many files of a site stand, and those of a honeypot are firm', async () => {
  for (const [host, confidence] of [
    ['abandoned.lab', undefined],
    ['honeypot.lab', 'firm'],
  ] as const) {
    const outcome = await outcomeOn('file-env', host);
    assert.equal(outcome.outcome, 'fail', host);
    for (const draft of draftsOf(outcome))
      assert.equal('confidence' in draft ? draft.confidence : undefined, confidence);
  }
});

testPlanted(hosts, audited);
