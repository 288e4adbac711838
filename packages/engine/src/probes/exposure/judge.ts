import { isAlike, type Look } from '@perimeter/protocols/exposure/likeness';
import type { ExposedPath } from '@perimeter/protocols/exposure/path';
import { matchFile } from '@perimeter/protocols/exposure/validators';
import type { FileMatch } from '@perimeter/protocols/exposure/content';
import { isServerError } from '../../evidence/site/document/unread.ts';
import type { ExposedPathResult } from '../../evidence/exposure/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import type { SweepAnswer } from './answer.ts';

type Named = Pick<ExposedPathResult, 'path' | 'group' | 'kind'>;

const empty = {
  status: null,
  type: null,
  bytes: null,
  unseen: null,
  failure: null,
  mark: null,
  proof: [],
  sibling: null,
  listed: null,
} as const;

export const named = ({ group, kind }: ExposedPath, path: string): Named => ({ path, group, kind });

/** A path without an answer. */
export const unseenPath = (
  path: Named,
  unseen: NonNullable<ExposedPathResult['unseen']>,
  failure: NetFailure | null = null,
): ExposedPathResult => ({ ...path, ...empty, proof: [], verdict: 'unseen', unseen, failure });

/** The match of an answer's content, unless the site answers any path like that. */
export function matchOf(
  { kind }: Pick<ExposedPath, 'kind'>,
  { content, look }: SweepAnswer,
  baseline: readonly Look[],
): FileMatch | null {
  const match = matchFile(kind, content);
  return match === null || baseline.some((one) => isAlike(one, look)) ? null : match;
}

/** Most characters of a proof line. */
const maxLine = 200;

/** An answer whose content does not match the path. */
export function judgeAnswer(path: Named, answer: SweepAnswer, baseline: readonly Look[]): ExposedPathResult {
  const { look, wall, bytes, limits } = answer;
  const seen = { ...path, ...empty, proof: [], status: look.status, type: look.type, bytes };
  if (limits) return { ...seen, verdict: 'unseen', unseen: 'rate-limited' };
  if (wall === 'unavailable') return { ...seen, verdict: 'unseen', unseen: 'unavailable' };
  // A refusal applies to others too, as long as the site still answers as before.
  if (wall !== null && wall !== 'no-content') return { ...seen, verdict: 'protected' };
  const isFound = look.status >= 200 && look.status < 300;
  const isUsual = baseline.some((one) => isAlike(one, look));
  // A server error only at this path may hide the file; paths that provoke errors are excepted.
  if (isServerError(look.status) && !isUsual && path.group !== 'error')
    return { ...seen, verdict: 'unseen', unseen: 'unavailable' };
  return { ...seen, verdict: isFound && isUsual ? 'soft-404' : 'absent' };
}

/** An answer whose content matches the path, with the result of its sibling. */
export function judgeMatch(
  path: Named,
  { look, bytes, coding }: SweepAnswer,
  { match: { mark, proof }, sibling }: { match: FileMatch; sibling: ExposedPathResult['sibling'] },
): ExposedPathResult {
  return {
    ...path,
    ...empty,
    verdict: sibling === 'same' ? 'soft-404' : 'hit',
    status: look.status,
    type: look.type,
    bytes,
    ...(coding !== undefined && { coding }),
    mark,
    proof: proof.map((line) => line.slice(0, maxLine)),
    sibling,
  };
}
