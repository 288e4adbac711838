import { firstTried, knownHashes, rows } from './guessable.data.ts';
import { fillWords, foreignPasswords, foreignWords, plainWords } from './secret-value.data.ts';
import { wordsOf } from './words-of.ts';

const backwards = (text: string): string => [...text].toReversed().join('');
const runs = rows.flatMap((row) => [row, backwards(row)]);
const words = [...fillWords, ...plainWords, ...firstTried];
const isLong = (word: string): boolean => word.length > 3;
const foreign = foreignWords.filter(isLong);

/** Whether pieces fill a text; values are short. `lengthsAt` gives the lengths of the pieces that begin at a place. */
function isFilled(text: string, lengthsAt: (at: number) => readonly number[]): boolean {
  if (text === '' || text.length > 72) return false;
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at += 1)
    if (reached.has(at)) for (const length of lengthsAt(at)) reached.add(at + length);
  return reached.has(text.length);
}

/** Pieces of rows, and the same character again and again, three at least. */
const isRow = (text: string): boolean =>
  isFilled(text, (at) => {
    const same = /^(.)\1*/.exec(text.slice(at))?.[0].length ?? 0;
    return [...Array(text.length - at).keys()]
      .map((less) => text.length - at - less)
      .filter(
        (length) => length > 2 && (length <= same || runs.some((row) => row.includes(text.slice(at, at + length)))),
      );
  });

const isWords = (text: string): boolean =>
  words.includes(text) ||
  foreignPasswords.test(text) ||
  isFilled(text, (at) =>
    [...words, ...foreign].filter((one) => one.length > 1 && text.startsWith(one, at)).map((one) => one.length),
  );

const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Letters in place of the digits and signs that are written for them; numbers at the end may be such, too. */
const folded = (text: string, which: RegExp): string => text.replaceAll(which, (one) => letters[one] ?? one);
const written: readonly RegExp[] = [
  /[013457](?=[^A-Za-z]{0,2}[A-Za-z])/g,
  /[013457@$](?=[^A-Za-z]{0,2}[A-Za-z])/g,
  /[013457@$]/g,
];

/** The ways in which a value may be read: 1 stands for i or l. */
const readings = (value: string): string[] =>
  [value, value.toLowerCase(), value.replaceAll(/1(?=[^A-Za-z]{0,2}[A-Za-z])/g, 'l')].flatMap((one) => [
    one,
    ...written.map((which) => folded(one, which)),
  ]);

/** Words that are known, with rows and short numbers beside them: admin123, Ch4ng3M3!, dev_password_1. */
const isWordy = (text: string): boolean => {
  const parts = wordsOf(text);
  return (
    !/\d[a-z]/i.test(text) &&
    !/[^ -~]/.test(text) &&
    parts.length > 0 &&
    parts.every((one) => isRow(one) || (/^\d/.test(one) ? one.length < 5 : isWords(one) || one === 'x'))
  );
};

/** Dates, with their time or without (ISO 8601, and the day first). */
const date =
  /^(?:19|20)\d\d([-./]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:?\d\d.{0,12})?$|^(?:0?[1-9]|[12]\d|3[01])([-./]?)(?:0?[1-9]|1[0-2])\2(?:19|20)\d\d$/;

/** Whether a value goes on as it began: abcabcabc. */
const isPeriodic = (text: string): boolean =>
  text.length > 5 &&
  Array.from({ length: Math.floor(text.length / 2) }, (_, at) => text.slice(at + 1)).some((rest) =>
    text.startsWith(rest),
  );

/** The digits below the signs of a keyboard, for rows that are typed with the shift key. */
const unshifted = (text: string): string =>
  text.replaceAll(/[!@#$%^&*()]/g, (sign) => '1234567890'.charAt('!@#$%^&*()'.indexOf(sign)));

/** Whether a value is among the first guesses, and so not random: words, rows of keys, dates, and hashes of these. */
export function isGuessable(value: string): boolean {
  if (value.length > 72) return false;
  const plain = value.toLowerCase();
  const body = plain.replaceAll(/[-_ ]/g, '');
  return (
    knownHashes.has(plain) ||
    date.test(value) ||
    isPeriodic(plain) ||
    isRow(body) ||
    isRow(unshifted(body)) ||
    (/[a-z]/i.test(value) && readings(value).some(isWordy))
  );
}
