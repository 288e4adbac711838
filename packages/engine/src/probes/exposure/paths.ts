import { type ExposedPath, pathFor, type Software } from '@perimeter/protocols/exposure/path';
import { deepPaths, publishedPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { SweptPath } from './sweep.ts';

/** The paths for this site, without those of software that was not detected. */
export function pathsFor(
  target: TargetEvidence,
  software: readonly Software[],
): { longList: boolean; paths: SweptPath[] } {
  const longList = target.scanMode === 'deep' && target.authority === true;
  const rows: readonly ExposedPath[] = [...publishedPaths, ...standardPaths, ...(longList ? deepPaths : [])];
  const paths = rows
    .filter(({ only }) => only === undefined || software.includes(only))
    .map((row) => ({ row, path: pathFor(row, target.registrableDomain) }));
  return { longList, paths };
}
