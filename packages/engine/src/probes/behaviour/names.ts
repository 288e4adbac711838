import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { sha256Hex } from '../../net/sha256.ts';

/** An origin that is sent, and the mistake in comparing origins that it finds. */
interface SentOrigin {
  variant: CorsVariant;
  origin: string;
}

const wordOf = (seed: string, use: string): string => `p${sha256Hex(`${use} ${seed}`).slice(0, 11)}`;

/** Names of our own that no site knows: the same in every audit of one seed. */
export function namesOf(
  { hostname }: URL,
  seed: string,
): { origins: [SentOrigin, ...SentOrigin[]]; host: string; mark: string } {
  const other = `${wordOf(seed, 'origin')}.example`;
  return {
    origins: [
      { variant: 'random', origin: `https://${other}` },
      { variant: 'null', origin: 'null' },
      // Comparisons that look at the beginning, or at the end, take these for the site.
      { variant: 'suffix', origin: `https://${hostname}.${other}` },
      { variant: 'prefix', origin: `https://x${hostname}` },
      { variant: 'http', origin: `http://${hostname}` },
    ],
    host: `${wordOf(seed, 'host')}.example`,
    mark: wordOf(seed, 'trace'),
  };
}
