import { trimSpace } from './trim-space.ts';

/** Labels of an encoding whose decoder gives one U+FFFD, whatever the bytes are (Encoding sections 4.2 and 14.1). */
const replaced: ReadonlySet<string> = new Set(
  'csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement'.split(' '),
);

const plain = (label: string): string => trimSpace(label).toLowerCase();

/** Whether browsers show nothing of a text in the encoding of this label. */
export const isReplaced = (label: string): boolean => replaced.has(plain(label));

/** Whether browsers know an encoding by this label (Encoding, "get an encoding"); they ignore a charset with any other. */
export function isEncodingLabel(label: string): boolean {
  // The encodings of the standard that no TextDecoder has.
  if (plain(label) === 'x-user-defined' || isReplaced(label)) return true;
  try {
    return new TextDecoder(label).decode() === '';
  } catch {
    return false;
  }
}
