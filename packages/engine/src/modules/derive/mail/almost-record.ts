import { withOddCharacter } from '../../../evidence/words/odd-character.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** Version tags of the records; some include a semicolon. */
type Version = 'DMARC1' | 'BIMI1' | 'STSv1;' | 'TLSRPTv1;';

/** Texts that resemble the version tag, but that receivers do not accept as records. */
export function almostRecords(texts: readonly string[], version: Version, isRecord: (text: string) => boolean) {
  const family = version.replace(/v?1;?$/, '');
  const near = new RegExp(String.raw`^\s*"?\s*(?:v\s*=\s*"?${family}|v?\s*${family}\d)`, 'iu');
  return texts.filter((text) => !isRecord(text) && near.test(text));
}

export const almostClause = (line: string, version: Version): string =>
  `"${shorten(line, 60)}" does not begin with v=${version}${withOddCharacter(line)}`;

/** The proof of a topic: its records, and texts that resemble one, the first five. */
export const quoteTexts = ({ texts, almost }: { texts: readonly string[]; almost: readonly string[] }): string[] =>
  [...texts, ...almost].slice(0, 5).map((text) => shorten(text, 400));
