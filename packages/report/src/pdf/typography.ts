import { createPrinter, flowing, printable } from './printable.ts';

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

/** Text of any origin in the text font. */
export const clean = (text: string, maxLength?: number): string => flowing(printable(sans, text, maxLength));

/** Text of any origin in the font of code; words longer than given get places to break. */
export const cleanMono = (text: string, maxLength: number, longest?: number): string =>
  flowing(printable(mono, text, maxLength), longest);

/** Our own prose with typographic apostrophes and quotation marks. */
export const typographic = (text: string): string =>
  text.replaceAll(/(?<=\p{L})'(?=\p{L})|(?<=\p{L}s)'(?=\s)/gu, '’').replaceAll(/(?<![\w"])"([^"\n]+)"(?!\w)/gu, '“$1”');

/** Text up to a length, cut behind a whole sentence where there is one, else behind a word. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength);
  const sentence = /^[^]*[.!?](?=\s)/u.exec(head)?.[0];
  if (sentence !== undefined && sentence.length > maxLength / 3) return sentence;
  return `${head.replace(/[\s,;:]+\S*$/u, '')} …`;
}
