import { createHash } from 'node:crypto';
import { isAlike, isSameStatus, type Look, saysTheSame, sharedWords } from '@perimeter/protocols/exposure/likeness';
import { beginningOctets } from '@perimeter/protocols/exposure/content';
import { type FileKind, kindsMatching } from '@perimeter/protocols/exposure/validators';
import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { AskPath } from './asking.ts';
import { isBan, type SweepAnswer, type Swept } from './answer.ts';
import { sha256Hex } from '../../net/sha256.ts';

const wordOf = (use: string, seed: string): string => sha256Hex(`exposure ${use} ${seed}`).slice(0, 12);

/** Forms of paths that sites treat differently. */
const forms = ['plain', 'script', 'dot', 'directory'] as const;
type Form = (typeof forms)[number];

/** A nonexistent path of each form. */
const pathOfForm: Readonly<Record<Form, (word: string) => string>> = {
  plain: (word) => `/${word}`,
  script: (word) => `/${word}.php`,
  dot: (word) => `/.${word}`,
  directory: (word) => `/${word}/`,
};

function formOf(path: string): Form {
  const [file = ''] = path.split('?');
  if (file.includes('/.')) return 'dot';
  if (/\.(?:php|axd|aspx?|jsp)$/.test(file)) return 'script';
  return file.endsWith('/') ? 'directory' : 'plain';
}

/** Four nonexistent paths, one of each form. */
export const baselinePaths = (seed: string): string[] => forms.map((form) => pathOfForm[form](wordOf(form, seed)));

/** Most further nonexistent paths before the sweep, four at a time, if the first answers differ. */
const mostFurther = 8;

/** A further nonexistent path. */
export const furtherPath = (seed: string, count: number): string => pathOfForm.plain(wordOf(`plain ${count}`, seed));

/** A letter that is constant within one audit. */
export const siblingLetter = (seed: string): string =>
  String.fromCharCode(97 + ((createHash('sha256').update(`sibling ${seed}`).digest()[0] ?? 0) % 26));

/** How the site answers nonexistent paths. */
export interface Baseline {
  looks: readonly Look[];
  /** Its answers to paths of this path's form. */
  looksFor: (path: string) => readonly Look[];
  /** Whether an answer looks like the site's answer to nonexistent paths. */
  isOwnWord: (path: string, answer: SweepAnswer) => boolean;
  /** Whether an answer with content can be distinguished from the answers to nonexistent paths, though these differ each time. */
  isTold: (answer: SweepAnswer) => boolean;
  stored: ExposureEvidence['baseline'];
  /** File kinds that the answers match: paths of these kinds are indistinguishable. */
  passing: ReadonlySet<FileKind>;
  /** The answers match different file kinds, so that any path may. */
  isAnything: boolean;
  /** All answers are alike. */
  isSteady: boolean;
  /** Answers to paths of one form differ each time. */
  isVaried: boolean;
  /** No answer is the site's own. */
  isWalled: boolean;
}

const hasContent = ({ status }: Look): boolean => isSameStatus(status, 200);

/**
 * A test for answers to nonexistent paths that all differ, by what they have in common: the media type, and words that
 * all contain. Without common words a different page may be another such answer.
 */
function tellBy(samples: readonly Look[]): Baseline['isTold'] {
  const unlike = samples.filter(
    (one) => hasContent(one) && !samples.some((other) => other !== one && isAlike(one, other)),
  );
  const types = new Set(unlike.map(({ type }) => type));
  const shape = unlike.length > 1 ? sharedWords(unlike) : [];
  return ({ look }) =>
    unlike.length === 0 ||
    !hasContent(look) ||
    (types.size === 1 && (!types.has(look.type) || !shape.every((word) => look.words.has(word))));
}

const areAlike = (looks: readonly Look[]): boolean => looks.every((one) => looks.every((other) => isAlike(one, other)));

const looksOf = (swept: Swept): Look[] => (swept.ok ? [swept.answer.look, swept.answer.shortLook] : []);

/** Reads the answers to the nonexistent paths. */
export function readBaseline(asked: readonly (readonly [string, Swept])[], kinds: Iterable<FileKind>): Baseline {
  const answers = asked.flatMap(([, swept]) => (swept.ok ? [swept.answer] : []));
  const looks = asked.flatMap(([, swept]) => looksOf(swept));
  const byForm = new Map(
    [...Map.groupBy(asked, ([path]) => formOf(path))].map(([form, own]) => [
      form,
      own.flatMap(([, swept]) => looksOf(swept)),
    ]),
  );
  const plain = byForm.get('plain') ?? [];
  const tests = new Set(kinds);
  const passing = answers.map(({ content }) => kindsMatching(tests, content)).filter((one) => one.length > 0);
  const [samples, beginnings] = [answers.map(({ look }) => look), answers.map(({ shortLook }) => shortLook)];
  return {
    looks,
    // For some paths only the beginning is requested.
    isOwnWord: (path, { look, shortLook, bytes }) =>
      saysTheSame(look, path, samples) || (bytes <= beginningOctets && saysTheSame(shortLook, path, beginnings)),
    isTold: tellBy(samples),
    looksFor: (path) => {
      const own = [...(byForm.get(formOf(path)) ?? []), ...plain];
      return own.length === 0 ? looks : own;
    },
    stored: asked.map(([path, swept]) => {
      if (!swept.ok)
        return { path, status: null, type: null, bytes: null, simhash: null, location: null, failure: swept.failure };
      const { status, type, simhash, location } = swept.answer.look;
      return { path, status, type, bytes: swept.answer.bytes, simhash, location, failure: null };
    }),
    passing: new Set(passing.flat()),
    isAnything: passing.some((one) => passing.some((other) => one.every((kind) => !other.includes(kind)))),
    isSteady: areAlike(samples),
    isVaried: [...Map.groupBy(asked, ([path]) => formOf(path)).values()].some(
      (own) => !areAlike(own.flatMap(([, swept]) => (swept.ok ? [swept.answer.look] : []))),
    ),
    isWalled: answers.length > 0 && answers.every(({ wall }) => wall !== null && isBan(wall)),
  };
}

/**
 * Requests nonexistent paths: one of each form, and more while an answer is new, until the answers repeat or the
 * sweep's requests would be used up.
 */
export async function askBaseline(
  ask: AskPath,
  { seed, kinds, isShort }: { seed: string; kinds: Iterable<FileKind>; isShort: (spare: number) => boolean },
): Promise<Baseline> {
  const tests = [...kinds];
  const askAll = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [path, await ask(path)] as const));
  const asked = await askAll(baselinePaths(seed));
  let baseline = readBaseline(asked, tests);
  let isSettled = baseline.isSteady;
  for (
    let count = 0;
    !isSettled && !baseline.isAnything && count < mostFurther && !isShort(forms.length);
    count += forms.length
  ) {
    const before = baseline;
    const further = await askAll(forms.map((form) => pathOfForm[form](wordOf(`${form} beside ${count}`, seed))));
    asked.push(...further);
    baseline = readBaseline(asked, tests);
    isSettled = further.every(
      ([path, swept]) => swept.ok && before.looksFor(path).some((one) => isAlike(one, swept.answer.look)),
    );
  }
  return baseline;
}

/**
 * Whether an answer to a further plain path is still like the first ones. Pages that differ each time, such as those
 * with suggestions, are compared only by status, type and target.
 */
export function isAsBefore(
  { looks, looksFor, isOwnWord, isVaried }: Baseline,
  path: string,
  answer: SweepAnswer,
): boolean {
  if (!isOwnWord(path, answer)) return false;
  const { look } = answer;
  const before = looksFor(path);
  if (before.some((one) => isAlike(one, look))) return true;
  const others = looks.filter((one) => !before.includes(one));
  const isSteady = !isVaried && before.some((one) => others.some((other) => isAlike(one, other)));
  return (
    !isSteady &&
    (isVaried ? looks : before).some(
      ({ status, type, location }) =>
        isSameStatus(status, look.status) && type === look.type && location === look.location,
    )
  );
}
