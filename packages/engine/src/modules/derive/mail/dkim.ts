import { proof } from '../../../catalogue/outcome.ts';
import { type ParsedDkimKey, parseDkimKey } from '@perimeter/protocols/dkim/key-record';
import type { PublicKey } from '@perimeter/protocols/x509/public-key';
import type { DkimSelector } from '../../../evidence/mail-auth/schema.ts';
import { digLine, textRecord } from '../../../catalogue/dig.ts';
import type { DkimRecords } from './facts.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** A selector with its first value as verifiers read it. */
export interface DkimKey {
  selector: DkimSelector;
  parsed: ParsedDkimKey;
  /** Null: revoked or unreadable. */
  key: PublicKey | null;
}

/** Selectors with a value, except those that are not for mail (RFC 6376 section 3.6.1, tag s). */
export const keysOf = ({ selectors }: DkimRecords): DkimKey[] =>
  selectors.flatMap((selector) => {
    const [text] = selector.answer.texts;
    if (text === undefined) return [];
    const parsed = parseDkimKey(text);
    const { publicKey, services } = parsed.record;
    if (!services.includes('*') && !services.includes('email')) return [];
    return [{ selector, parsed, key: publicKey.kind === 'key' ? publicKey.key : null }];
  });

/** RFC 6376 section 7.7: the hashes that are registered; verifiers ignore all others (section 3.6.1, tag h). */
const knownHashes: ReadonlySet<string> = new Set(['sha1', 'sha256']);

/** True where the record allows only unknown hashes, so that no signature verifies. */
export const allowsNoHash = ({ parsed: { record } }: DkimKey): boolean =>
  record.hashes !== null && !record.hashes.some((hash) => knownHashes.has(hash));

/** The keys that verifiers use. */
export const usableKeys = (records: DkimRecords): (DkimKey & { key: PublicKey })[] =>
  keysOf(records).flatMap((one) =>
    one.key === null || one.parsed.void || one.selector.answer.texts.length > 1 || allowsNoHash(one)
      ? []
      : [{ ...one, key: one.key }],
  );

/** A draft about a key, with its record as proof. */
export const keyDraft = ({ selector }: DkimKey, description: string) => ({
  subject: selector.selector,
  description,
  evidence: selectorProof(selector),
});

/** The record of a selector, and the aliases that lead to it. */
export const selectorRecords = ({ answer }: DkimSelector): string[] => [
  ...answer.texts.map((text) => shorten(textRecord(answer.name, text), 1_000)),
  ...answer.aliases.map((alias, index) => `${answer.aliases[index - 1] ?? answer.name}. CNAME ${alias}.`),
];

/** The record of a selector, and the command that shows it. */
export const selectorProof = (selector: DkimSelector, ...lines: readonly string[]): string =>
  proof(selectorRecords(selector), lines, digLine('TXT', selector.answer.name));
