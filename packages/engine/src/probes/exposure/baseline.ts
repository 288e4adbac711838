import { createHash } from 'node:crypto';
import type { Look } from '@perimeter/protocols/exposure/likeness';
import { type FileKind, matchesAny } from '@perimeter/protocols/exposure/validators';
import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import { isBan, type Swept } from './answer.ts';

/** Four paths that no site has, of the forms that sites treat differently: plain, script, dot file, directory. */
export function baselinePaths(seed: string): string[] {
  const word = (use: string): string =>
    createHash('sha256').update(`exposure ${use} ${seed}`).digest('hex').slice(0, 12);
  return [`/${word('plain')}`, `/${word('script')}.php`, `/.${word('dot')}`, `/${word('directory')}/`];
}

/** A letter that is the same in every request of one audit. */
export const siblingLetter = (seed: string): string =>
  String.fromCharCode(97 + ((createHash('sha256').update(`sibling ${seed}`).digest()[0] ?? 0) % 26));

/** How the site answers paths that it cannot have. */
export interface Baseline {
  looks: readonly Look[];
  stored: ExposureEvidence['baseline'];
  /** One of the answers would pass as a file. */
  isAnything: boolean;
  /** None of them is an answer of the site itself. */
  isWalled: boolean;
}

/** Reads the answers to the paths that no site has. */
export function readBaseline(asked: readonly (readonly [string, Swept])[], kinds: Iterable<FileKind>): Baseline {
  const answers = asked.flatMap(([, swept]) => (swept.ok ? [swept.answer] : []));
  const looks = answers.flatMap(({ look, shortLook }) => [look, shortLook]);
  const tests = new Set(kinds);
  return {
    looks,
    stored: asked.map(([path, swept]) => {
      if (!swept.ok)
        return { path, status: null, type: null, bytes: null, simhash: null, location: null, failure: swept.failure };
      const { status, type, simhash, location } = swept.answer.look;
      return { path, status, type, bytes: swept.answer.bytes, simhash, location, failure: null };
    }),
    isWalled: answers.length > 0 && answers.every(({ wall }) => wall !== null && isBan(wall)),
    isAnything: asked.some(([, swept]) => swept.ok && matchesAny(tests, swept.answer.content)),
  };
}
