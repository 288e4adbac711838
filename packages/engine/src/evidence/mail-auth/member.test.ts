import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mailSection } from '@perimeter/contract/observed/mail';
import { evidencePath } from '../../runner/golden.ts';
import { readEvidence } from '../evidence.ts';
import { mailMember } from './member.ts';
import { mailAuthSection } from './section.ts';

const evidence = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));
const mailAuth = evidence.mailAuth ?? assert.fail('good.lab was recorded with its mail records');

test('the member has the policy in three sentences, the SPF lookups and the DKIM keys', () => {
  const member = mailSection.parse(mailMember(mailAuth));
  assert.equal(member.role, 'mail');
  assert.deepEqual(member.policy.sentences, [
    'Forged mail from good.lab is rejected.',
    'Forged mail from existing subdomains of good.lab is rejected.',
    'Forged mail from names below good.lab that do not exist is rejected.',
  ]);
  assert.deepEqual([member.spf.lookups, member.spf.limit, member.spf.complete], [1, 10, true]);
  assert.deepEqual(
    member.dkim.selectors.map(({ selector, key }) => [selector, key]),
    [['s1', 'RSA, 2048 bits']],
  );
  assert.deepEqual(member.notSeen, {});
});

test('a lookup without an answer has its reason, and no policy is assumed', () => {
  const failure = { reason: 'timeout', gap: 'resolver-silent', values: ['5000'] } as const;
  const silent = { name: '_dmarc.good.lab', status: 'failed', texts: [], aliases: [], failure } as const;
  const walk = mailAuth.dmarc.walk.map((step) => ({ ...step, answer: { ...silent, aliases: [], texts: [] } }));
  const member = mailMember({ ...mailAuth, dmarc: { walk } });
  assert.deepEqual(member.policy, { domain: null, subdomains: null, missing: null, sentences: [] });
  assert.match(member.notSeen['_dmarc.good.lab'] ?? '', /^timeout: /);
});

test('the section draws the SPF tree, and its table counts', () => {
  const section = mailAuthSection({ mailAuth }) ?? assert.fail('it has something to show');
  assert.match(
    section.tables.find(({ caption }) => caption.startsWith('SPF'))?.caption ?? '',
    /^SPF: 1 of 10 DNS lookups$/,
  );
  assert.deepEqual(
    section.figures.map(({ scene }) => scene.nodes.map(({ label, details }) => [label, details])),
    [[['good.lab', ['1 of 10', 'mx']]]],
  );
});
