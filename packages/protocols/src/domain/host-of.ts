import { toASCII } from 'tr46';

/** Non-transitional; the caller decides about underscores and hyphens. */
const processing = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: false, transitionalProcessing: false };

const isHost = (name: string): boolean =>
  name.length <= 253 &&
  /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)+$/u.test(name);

/** A host name as it is asked for: A-labels in lower case without a final dot; null where the text is none. */
export function hostOf(text: string): string | null {
  const name = toASCII(text.trim(), processing)?.replace(/\.$/u, '').toLowerCase() ?? '';
  return isHost(name) ? name : null;
}
