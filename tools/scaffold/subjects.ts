import path from 'node:path';
import type { Checkout } from './checkout.ts';
import { cutter, rowsOf } from './cut.ts';
import { ScaffoldError } from './names.ts';

/** A subject with checks in a module, and the check that is used as the exemplar. */
export interface Exemplar {
  /** The name under which a file in modules/derive/subjects/ exports the subject. */
  subject: string;
  /** That file. */
  file: string;
  module: string;
  /** The check's topic, relative to the module's folder. */
  topic: string;
  id: string;
  /** The name under which the topic exports the check. */
  name: string;
  /** True if it narrows the subject or has exceptions in the module's tests: other checks are preferred. */
  isSpecial: boolean;
}

/** A check of a topic. */
interface Declared extends Exemplar {
  /** Lines that are new with it: the check with all that it needs of its file. */
  lines: () => number;
  /** True if its topic has test rows for it and a prose section. */
  isComplete: boolean;
  /** True if its rows can be separated from others. */
  isAlone: () => boolean;
}

/** Exemplars without exceptions in module tests, where the shortest check has some. */
const usual: ReadonlySet<string> = new Set(['cert-chain-incomplete']);

const declaration = /^export const (\w+) = checkOf\(\s*(\w+)\b[^]*?^(?:\}\)|\));$/gmu;

const narrowing = /^(?:export )?const (\w+)\b[^=;]*= narrow\(\s*(\w+)\b/gmu;

/** The file of each subject that a topic imports. */
function importsOf(text: string, topic: string): Map<string, string> {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '([^']*\/derive\/subjects\/[^']*)';$/gmu)];
  return new Map(
    imports.flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim(), path.posix.join(path.posix.dirname(topic), from)] as const),
    ),
  );
}

/** Where a module's tests name a check: a row of a table of outcomes, or an exact list. */
const placesOf = (id: string): readonly [row: RegExp, list: RegExp] => [
  new RegExp(`'${id}'(: [\\w'-]+)(?=[, \\n])`, 'gu'),
  new RegExp(`(deepEqual\\(\\w+, \\[[^\\]]*'${id}'(?:,[^\\]]*?)??),?(\\s*\\])`, 'gu'),
];

/** A module's tests with a new check after its exemplar in tables of outcomes and exact lists. */
export function withPlaces(tests: string, exemplar: string, id: string): string {
  const [row, list] = placesOf(exemplar);
  return tests.replaceAll(row, `$&, '${id}'$1`).replaceAll(list, `$1, '${id}'$2`);
}

/** True if a check's rows do not depend on its neighbours. */
function standsAlone(tests: string, name: string, topic: string): boolean {
  try {
    const names = new RegExp(`^import \\{([^}]*)\\} from './${topic}';$`, 'mu').exec(rowsOf(tests, name))?.[1];
    return names?.trim() === name;
  } catch (error) {
    if (error instanceof ScaffoldError) return false;
    throw error;
  }
}

function declaredIn(checkout: Checkout, modules: string, module: string, source: string): Declared[] {
  const text = checkout.read(source);
  const topic = source.slice(`${modules}/${module}/`.length, -'.ts'.length);
  const [tests, prose] = ['.test.ts', '.md'].map((end) => source.replace(/\.ts$/u, end));
  const read = (file = ''): string => (checkout.has(file) ? checkout.read(file) : '');
  const files = importsOf(text, source);
  const cut = cutter(text);
  const narrowed = new Map([...text.matchAll(narrowing)].map(([, name = '', of = '']) => [name, of]));
  return [...text.matchAll(declaration)].flatMap(([whole, name = '', asked = '']) => {
    const subject = narrowed.get(asked) ?? asked;
    const file = files.get(subject);
    const id = /^ +id: '([^']+)'/mu.exec(whole)?.[1];
    if (file === undefined || id === undefined) return [];
    const isTested = new RegExp(`\\[\\s*${name},\\s*'`, 'u').test(read(tests));
    const isNamed = placesOf(id).some((place) => place.test(read(`${modules}/${module}/module.test.ts`)));
    // A judge that refers to its own check contains no other id.
    const isNamedOnce = text.split(`'${id}'`).length === 2;
    const isComplete = isNamedOnce && isTested && read(prose).includes(`## ${id}\n`);
    const isAlone = (): boolean => standsAlone(read(tests), name, path.posix.basename(source));
    return [
      {
        subject,
        file,
        module,
        topic,
        id,
        name,
        lines: () => lengthOf(cut, name),
        isSpecial: isNamed || asked !== subject,
        isComplete,
        isAlone,
      },
    ];
  });
}

/** Lines of a check with what it needs of its file; without a function there, its judge stands elsewhere and shows nothing. */
function lengthOf(cut: ReturnType<typeof cutter>, name: string): number {
  const source = cut((_, names) => names.includes(name));
  return source.split('\n').length + (/=>|^function /mu.test(source) ? 0 : 500);
}

const weightOf = ({ id, lines, isSpecial }: Declared): number =>
  usual.has(id) ? 0 : isSpecial ? 1_000 + lines() : lines();

/** Lightest first; each is weighed once, and one alone is not. */
const byWeight = (checks: readonly Declared[]): readonly Declared[] =>
  checks.length < 2
    ? checks
    : checks
        .map((check) => ({ check, weight: weightOf(check) }))
        .toSorted((a, b) => a.weight - b.weight)
        .map(({ check }) => check);

/** The names of all modules. */
export const moduleNames = (checkout: Checkout, modules: string): string[] =>
  checkout.list(modules).flatMap((file) => /([a-z_]+)\/module\.ts$/u.exec(file)?.[1] ?? []);

/**
 * Every subject with checks in a module, the most frequent first, each with the exemplar: the shortest check whose rows
 * are independent. Throws ScaffoldError for a subject without one.
 */
export function subjectsOf(checkout: Checkout, modules: string, module: string): readonly Exemplar[] {
  const sources = checkout.list(`${modules}/${module}`).filter((file) => !file.endsWith('.test.ts'));
  if (sources.length === 0)
    throw new ScaffoldError(`There is no module ${module}: take ${moduleNames(checkout, modules).join(', ')}`);
  const declared = sources.flatMap((source) => declaredIn(checkout, modules, module, source));
  return [...Map.groupBy(declared, ({ subject }) => subject)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([subject, checks]) => {
      const whole = byWeight(checks.filter(({ isComplete }) => isComplete));
      const exemplar = whole.find(({ isAlone }) => isAlone());
      if (exemplar === undefined)
        throw new ScaffoldError(`${module} has no check of ${subject} whose rows can be cut out of those of others`);
      return exemplar;
    });
}

/** The exemplar of a subject; throws ScaffoldError if no check of the module has it. */
export function exemplarFor(checkout: Checkout, modules: string, module: string, wanted: string | undefined): Exemplar {
  const all = subjectsOf(checkout, modules, module);
  const found = wanted === undefined ? all[0] : all.find(({ subject }) => subject === wanted);
  if (found === undefined)
    throw new ScaffoldError(
      `"${wanted ?? ''}" is no subject of ${module}: take ${all.map(({ subject }) => subject).join(', ')}`,
    );
  return found;
}
