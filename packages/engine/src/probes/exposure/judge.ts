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

/** A path that has no answer. */
export const unseenPath = (
  path: Named,
  unseen: NonNullable<ExposedPathResult['unseen']>,
  failure: NetFailure | null = null,
): ExposedPathResult => ({ ...path, ...empty, proof: [], verdict: 'unseen', unseen, failure });

/** What the content of an answer is, unless the site answers any path so. */
export function matchOf(
  { kind }: Pick<ExposedPath, 'kind'>,
  { content, look }: SweepAnswer,
  baseline: readonly Look[],
): FileMatch | null {
  const match = matchFile(kind, content);
  return match === null || baseline.some((one) => isAlike(one, look)) ? null : match;
}

/** Characters of a line of proof. */
const maxLine = 200;

/** An answer whose content is not what the path names. */
export function judgeAnswer(path: Named, answer: SweepAnswer, baseline: readonly Look[]): ExposedPathResult {
  const { look, wall, bytes, limits } = answer;
  const seen = { ...path, ...empty, proof: [], status: look.status, type: look.type, bytes };
  if (limits) return { ...seen, verdict: 'unseen', unseen: 'rate-limited' };
  if (wall === 'unavailable') return { ...seen, verdict: 'unseen', unseen: 'unavailable' };
  // What refuses us refuses others, too, as long as the site itself still answers.
  if (wall !== null && wall !== 'no-content') return { ...seen, verdict: 'protected' };
  const isFound = look.status >= 200 && look.status < 300;
  const isUsual = baseline.some((one) => isAlike(one, look));
  // A server that fails at this path, and not at any, may have the file; requests for errors are made to fail.
  if (isServerError(look.status) && !isUsual && path.group !== 'error')
    return { ...seen, verdict: 'unseen', unseen: 'unavailable' };
  return { ...seen, verdict: isFound && isUsual ? 'soft-404' : 'absent' };
}

/** An answer whose content is what the path names, and what came of its sibling. */
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
