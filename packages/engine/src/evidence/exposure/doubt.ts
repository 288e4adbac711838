import { type Stack, stackOfFile, stackOfKind } from '@perimeter/protocols/exposure/stacks.data';
import { type ExposedPathResult, type ExposureEvidence, manyHits } from './schema.ts';

const stackOf = ({ path, kind }: ExposedPathResult): Stack | undefined =>
  stackOfKind[kind] ?? stackOfFile.find(([file]) => file.test(path))?.[1];

/**
 * Why what a site gives away may have been put there for scanners: more files than sites have, or files that exclude each
 * other. Its paths that nobody has are refused, so its files are findings, and no more than firm. Null where nothing speaks for it.
 */
export function doubtOf({ results }: ExposureEvidence): string | null {
  const hits = results.filter(({ verdict, group }) => verdict === 'hit' && group !== 'well-known');
  if (hits.length > manyHits) return `${hits.length} such paths are served, which a honeypot would do, too.`;
  const stacks = [...new Set(hits.flatMap((hit) => stackOf(hit) ?? []))];
  return stacks.length < 2
    ? null
    : `Files of ${stacks.join(' and ')} are served together, which a honeypot would do, too.`;
}
