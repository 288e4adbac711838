import { withOddCharacter } from '../../../evidence/words/odd-character.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** How the records of each kind begin; some of these versions end with a semicolon. */
type Version = 'DMARC1' | 'BIMI1' | 'STSv1;' | 'TLSRPTv1;';

/** Texts that are close to the version, but nothing that readers take for a record. */
export function almostRecords(texts: readonly string[], version: Version, isRecord: (text: string) => boolean) {
  const family = version.replace(/v?1;?$/, '');
  const near = new RegExp(String.raw`^\s*"?\s*(?:v\s*=\s*"?${family}|v?\s*${family}\d)`, 'iu');
  return texts.filter((text) => !isRecord(text) && near.test(text));
}

export const almostClause = (line: string, version: Version): string =>
  `"${shorten(line, 60)}" does not begin with v=${version}${withOddCharacter(line)}`;
