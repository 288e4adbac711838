import path from 'node:path';
import type { Checkout } from './checkout.ts';
import { rowsOf } from './cut.ts';
import { ScaffoldError } from './names.ts';

/** A subject that checks of a module are about, and the check that a new one is cut from. */
export interface Exemplar {
  /** The name under which a file in modules/derive/subjects/ exports the subject. */
  subject: string;
  /** That file. */
  file: string;
  module: string;
  /** The topic of the check, from the folder of the module. */
  topic: string;
  id: string;
  /** The name under which the topic exports the check. */
  name: string;
}

/** A check of a topic. */
interface Declared extends Exemplar {
  lines: number;
  /** Whether its topic has rows that test it and a section of prose, and the tests of the module make no exception for it. */
  isComplete: boolean;
  /** Whether its rows can be cut out of the others. */
  isAlone: () => boolean;
}

/** Checks of which tests of a module expect no more than of any other, where the shortest is a special one. */
const usual: ReadonlySet<string> = new Set(['cert-chain-incomplete']);

const declaration = /^export const (\w+) = checkOf\(\s*(\w+)\b[^]*?^(?:\}\)|\));$/gmu;

/** The file of each subject that a topic imports. */
function importsOf(text: string, topic: string): Map<string, string> {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '([^']*\/derive\/subjects\/[^']*)';$/gmu)];
  return new Map(
    imports.flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim(), path.posix.join(path.posix.dirname(topic), from)] as const),
    ),
  );
}

/** Ids, or what they begin with, for which the tests of a module make an exception. */
const exceptionsIn = (text: string): string[] => [...text.matchAll(/'([a-z0-9-]{4,})'/gu)].map(([, id = '']) => id);

/** Whether the rows of a check need nothing of its neighbours. */
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
  return [...text.matchAll(declaration)].flatMap(([whole, name = '', subject = '']) => {
    const file = files.get(subject);
    const id = /^ +id: '([^']+)'/mu.exec(whole)?.[1];
    if (file === undefined || id === undefined) return [];
    const isTested = new RegExp(`\\[\\s*${name},\\s*'`, 'u').test(read(tests));
    const isUsual = exceptionsIn(read(`${modules}/${module}/module.test.ts`)).every(
      (one) => id !== one && !(one.endsWith('-') && id.startsWith(one)),
    );
    // A judge that asks for the problems of its own check knows no other id.
    const isNamedOnce = text.split(`'${id}'`).length === 2;
    const isComplete = isNamedOnce && isUsual && isTested && read(prose).includes(`## ${id}\n`);
    const isAlone = (): boolean => standsAlone(read(tests), name, path.posix.basename(source));
    return [{ subject, file, module, topic, id, name, lines: whole.split('\n').length, isComplete, isAlone }];
  });
}

/** Every subject of a module, the one with the most checks first, each with the check to open first. */
export function allSubjectsOf(checkout: Checkout, modules: string, module: string): readonly Exemplar[] {
  return subjectsBy(checkout, modules, module, (checks) => checks.find(({ isAlone }) => isAlone()) ?? checks[0]);
}

/** The subjects that new checks of a module are cut from: those of a check whose rows stand alone. */
export function subjectsOf(checkout: Checkout, modules: string, module: string): readonly Exemplar[] {
  return subjectsBy(checkout, modules, module, (checks) =>
    checks.filter(({ isComplete }) => isComplete).find(({ isAlone }) => isAlone()),
  );
}

const weightOf = ({ id, lines }: Declared): number => (usual.has(id) ? 0 : lines);

function subjectsBy(
  checkout: Checkout,
  modules: string,
  module: string,
  pick: (checks: readonly Declared[]) => Declared | undefined,
): readonly Exemplar[] {
  const sources = checkout.list(`${modules}/${module}`).filter((file) => !file.endsWith('.test.ts'));
  if (sources.length === 0) throw new ScaffoldError(`There is no module ${module}: the registry lists all 17`);
  const declared = sources.flatMap((source) => declaredIn(checkout, modules, module, source));
  return [...Map.groupBy(declared, ({ subject }) => subject).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((checks) => pick(checks.toSorted((a, b) => weightOf(a) - weightOf(b))) ?? []);
}

/** The exemplar of a subject; throws ScaffoldError where no check of the module is about it. */
export function exemplarFor(checkout: Checkout, modules: string, module: string, wanted: string | undefined): Exemplar {
  const all = subjectsOf(checkout, modules, module);
  const found = wanted === undefined ? all[0] : all.find(({ subject }) => subject === wanted);
  if (found === undefined)
    throw new ScaffoldError(
      `"${wanted ?? ''}" is no subject of ${module}: take ${all.map(({ subject }) => subject).join(', ')}`,
    );
  return found;
}
