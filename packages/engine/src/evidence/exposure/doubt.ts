import { type Stack, stackOfFile, stackOfKind } from '@perimeter/protocols/exposure/stacks.data';
import { type ExposedPathResult, type ExposureEvidence, manyHits } from './schema.ts';

const stackOf = ({ path, kind }: ExposedPathResult): Stack | undefined =>
  stackOfKind[kind] ?? stackOfFile.find(([file]) => file.test(path))?.[1];

/**
 * Why exposed files may be a honeypot: more files than a site has, or files that exclude each other. The site does
 * refuse nonexistent paths, so the files stay findings, with confidence firm at most. Null where there is no such sign.
 */
export function doubtOf({ results }: ExposureEvidence): string | null {
  const hits = results.filter(({ verdict, group }) => verdict === 'hit' && group !== 'well-known');
  if (hits.length > manyHits) return `${hits.length} such paths are served, which a honeypot would do, too.`;
  const stacks = [...new Set(hits.flatMap((hit) => stackOf(hit) ?? []))];
  return stacks.length < 2
    ? null
    : `Files of ${stacks.join(' and ')} are served together, which a honeypot would do, too.`;
}
