import { createPrinter, flowing, printable } from './printable.ts';

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

/** Any text in the text font. */
export const clean = (text: string, maxLength?: number): string => flowing(printable(sans, text, maxLength));

/** Any text in the code font; longer words get break opportunities. */
export const cleanMono = (text: string, maxLength: number, longest?: number): string =>
  flowing(printable(mono, text, maxLength), longest);

/** Our own prose with typographic apostrophes and quotation marks. */
export const typographic = (text: string): string =>
  text.replaceAll(/(?<=\p{L})'(?=\p{L})|(?<=\p{L}s)'(?=\s)/gu, '’').replaceAll(/(?<![\w"])"([^"\n]+)"(?!\w)/gu, '“$1”');

/** Text cut to a length, after a sentence if possible, else after a word. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength);
  const sentence = /^[^]*[.!?](?=\s)/u.exec(head)?.[0];
  if (sentence !== undefined && sentence.length > maxLength / 3) return sentence;
  return `${head.replace(/[\s,;:]+\S*$/u, '')} …`;
}
