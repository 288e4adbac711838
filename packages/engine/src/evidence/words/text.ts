import { beginning, visible } from '@perimeter/protocols/x509/visible';
import { withOddCharacter } from './odd-character.ts';

/** Text from a target without invisible characters, cut to leave room for the rest of the sentence. */
export function shorten(text: string, maxLength = 100): string {
  const shown = visible(beginning(text, maxLength + 1));
  return shown.length <= maxLength ? shown : `${beginning(shown, maxLength)}…`;
}

export { counted } from '@perimeter/contract/text/counted';

/** A sentence as a clause: no full stop, first letter in lower case unless the first word is in capitals. */
export const clause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());

/** How many items a sentence lists before it counts the rest. */
const maxListed = 6;

/** The first items of a list in one line, and how many more there are. */
export const firstAndMore = (items: readonly string[], most: number, separator = ', '): string => {
  const first = items.slice(0, most).join(separator);
  return items.length <= most ? first : `${first} and ${items.length - most} more`;
};

/** The first few texts from a target, each cut, and the count of the rest. */
export const listed = (items: readonly string[]): string =>
  firstAndMore(
    items.map((item) => shorten(item, 200)),
    maxListed,
  );

/** Faults, each once, behind all that have it: "a, b: refused; c: silent". */
export const faultsOnce = (faults: readonly (readonly [of: string, fault: string])[]): string =>
  [...Map.groupBy(faults, ([, fault]) => fault)]
    .map(([fault, those]) => `${listed([...new Set(those.map(([of]) => of))])}: ${fault}`)
    .join('; ');

/** A fault followed by the text in question, if any. */
export const quotedFault = (fault: string, text: string): string =>
  text === '' ? fault : `${fault} "${shorten(text, 80)}"${withOddCharacter(text)}`;
