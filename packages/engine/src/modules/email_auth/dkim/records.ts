import type { DkimProblem } from '@perimeter/protocols/dkim/key-record';
import { failWhere, informWhere, notApplicable } from '../../../catalogue/outcome.ts';
import { allowsNoHash, type DkimKey, keyDraft, keysOf, usableKeys } from '../../derive/mail/dkim.ts';
import { dkimFaults } from '../../derive/mail/record-faults.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { dkimFound } from '../../derive/subjects/mail-records.ts';
import { onKeys } from './keys.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

const ignoredOnly: ReadonlySet<DkimProblem['code']> = new Set(['tag-removed', 'tag-unknown']);

/** Faults that keep verifiers from using a record. */
function faultsOf(key: DkimKey): string[] {
  const { selector, parsed } = key;
  const { record } = parsed;
  return [
    ...(selector.answer.texts.length > 1 ? [`there are ${selector.answer.texts.length} records`] : []),
    ...parsed.problems.flatMap(({ code, text }) =>
      ignoredOnly.has(code) ? [] : [`${dkimFaults[code]} (${shorten(text, 40)})`],
    ),
    ...(allowsNoHash(key)
      ? [`h has no hash that verifiers know (${shorten((record.hashes ?? []).join(':'), 40)})`]
      : []),
    ...(record.algorithm === null ? ['the key type is unknown'] : []),
    ...(record.algorithm !== null && record.publicKey.kind === 'unreadable' ? ['p holds no key'] : []),
  ];
}

export const dkimRecordInvalid = checkOf(dkimFound, {
  id: 'dkim-record-invalid',
  title: 'DKIM records can be used',
  finding: 'Invalid DKIM record',
  weakness: { cvss: 'spoofingMargin', cwe: [345] },
  judge: (records) => {
    const keys = keysOf(records);
    if (keys.length === 0) return notApplicable('No DKIM record was found');
    return failWhere(keys, `${counted(keys.length, 'DKIM record')}, all valid`, (one) => {
      const faults = faultsOf(one);
      if (faults.length === 0) return null;
      return keyDraft(
        one,
        `Verifiers cannot use the record of ${one.selector.selector}: ${listed(faults)}. Expected: one record such as "v=DKIM1; k=rsa; p=…".`,
      );
    });
  },
});

export const dkimTesting = checkOf(dkimFound, {
  id: 'dkim-testing',
  title: 'No DKIM key is in testing mode',
  finding: 'DKIM key is in testing mode (t=y)',
  weakness: { cvss: 'spoofingMargin', cwe: [345] },
  passed: 'No key has t=y',
  judge: onKeys(({ selector, parsed }) =>
    parsed.record.testing
      ? `The record of ${selector.selector} has t=y: verifiers may treat its mail as unsigned. Expected: the flag removed once tests are done.`
      : null,
  ),
});

export const dkimRevoked = checkOf(dkimFound, {
  id: 'dkim-revoked',
  title: 'No DKIM key is revoked',
  finding: 'Revoked DKIM keys',
  judge: (records) => {
    const revoked = keysOf(records).filter(({ parsed }) => parsed.record.publicKey.kind === 'revoked');
    return informWhere(revoked, 'No key is revoked', (one) =>
      keyDraft(
        one,
        `The key of ${one.selector.selector} is revoked (empty p). That is right after a key was replaced; the record can go once no mail signed with it is under way.`,
      ),
    );
  },
});

export const dkimEd25519 = checkOf(dkimFound, {
  id: 'dkim-ed25519',
  title: 'DKIM keys use RSA',
  finding: 'Ed25519 DKIM keys',
  judge: (records) => {
    const modern = usableKeys(records).filter(({ key }) => key.algorithm === 'ed25519');
    return informWhere(modern, 'No Ed25519 key was found', (one) =>
      keyDraft(
        one,
        `The key of ${one.selector.selector} is Ed25519. Many verifiers still know RSA only, so mail should carry an RSA signature too.`,
      ),
    );
  },
});
