import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { sha256Hex } from '../../net/sha256.ts';

/** An origin to send, and the comparison error that it detects. */
interface SentOrigin {
  variant: CorsVariant;
  origin: string;
}

const wordOf = (seed: string, use: string): string => `p${sha256Hex(`${use} ${seed}`).slice(0, 11)}`;

/** Unused names derived from the audit's seed. */
export function namesOf(
  { hostname }: URL,
  seed: string,
): { origins: [SentOrigin, ...SentOrigin[]]; host: string; mark: string } {
  const other = `${wordOf(seed, 'origin')}.example`;
  return {
    origins: [
      { variant: 'random', origin: `https://${other}` },
      { variant: 'null', origin: 'null' },
      // Comparisons of only the prefix or suffix accept these.
      { variant: 'suffix', origin: `https://${hostname}.${other}` },
      { variant: 'prefix', origin: `https://x${hostname}` },
      { variant: 'http', origin: `http://${hostname}` },
    ],
    host: `${wordOf(seed, 'host')}.example`,
    mark: wordOf(seed, 'trace'),
  };
}
