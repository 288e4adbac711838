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

/** A path that no site has. */
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

/** Four paths that no site has, one of each form. */
export const baselinePaths = (seed: string): string[] => forms.map((form) => pathOfForm[form](wordOf(form, seed)));

/** So many further paths that no site has may be asked before the sweep, four at a time, where the first are not answered alike. */
const mostFurther = 8;

/** A further path that no site has. */
export const furtherPath = (seed: string, count: number): string => pathOfForm.plain(wordOf(`plain ${count}`, seed));

/** A letter that is the same in every request of one audit. */
export const siblingLetter = (seed: string): string =>
  String.fromCharCode(97 + ((createHash('sha256').update(`sibling ${seed}`).digest()[0] ?? 0) % 26));

/** How the site answers paths that it cannot have. */
export interface Baseline {
  looks: readonly Look[];
  /** How it answers paths of this path's form. */
  looksFor: (path: string) => readonly Look[];
  /** Whether an answer says what the site says to paths that it does not have. */
  isOwnWord: (path: string, answer: SweepAnswer) => boolean;
  /** Whether an answer with content can be told from what the site says to any path, though that differs each time. */
  isTold: (answer: SweepAnswer) => boolean;
  stored: ExposureEvidence['baseline'];
  /** Kinds of files as which an answer would pass: paths of these are not told apart from any other. */
  passing: ReadonlySet<FileKind>;
  /** The answers would pass as different files: whoever passes random paths off as files passes off any. */
  isAnything: boolean;
  /** They are alike. */
  isSteady: boolean;
  /** Those to paths of one form are not: they differ each time. */
  isVaried: boolean;
  /** None of them is an answer of the site itself. */
  isWalled: boolean;
}

const hasContent = ({ status }: Look): boolean => isSameStatus(status, 200);

/**
 * Tells by what all answers to paths that no site has have in common, where none is like another: their type, and the words that all of
 * them share. Without such a shape a page that differs from them may be one more of them.
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

/** Reads the answers to the paths that no site has. */
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
    // Of some paths the beginning alone is asked for.
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
 * Asks for paths that no site has: one of each form, and where an answer is like no other, for more, until the site says nothing new
 * to them, or there would be no requests left for the sweep.
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
 * Whether an answer to a further path of the plain form is still how the site answers those. Pages that differ each time, as
 * those that suggest other pages, show that by being alike to no other answer: of these, status, type and target are compared.
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
