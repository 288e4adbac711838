import path from 'node:path';
import type { Checkout } from './checkout.ts';
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
}

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
    const isUsual = !read(`${modules}/${module}/module.test.ts`).includes(`'${id}'`);
    const isComplete = isUsual && isTested && read(prose).includes(`## ${id}\n`);
    return [{ subject, file, module, topic, id, name, lines: whole.split('\n').length, isComplete }];
  });
}

/** The subjects of a module, the one with the most checks first, each with its shortest check as an exemplar. */
export function subjectsOf(checkout: Checkout, modules: string, module: string): readonly Exemplar[] {
  const sources = checkout.list(`${modules}/${module}`).filter((file) => !file.endsWith('.test.ts'));
  if (sources.length === 0) throw new ScaffoldError(`There is no module ${module}: the registry lists all 17`);
  const declared = sources.flatMap((source) => declaredIn(checkout, modules, module, source));
  return [...Map.groupBy(declared, ({ subject }) => subject).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((checks) =>
      checks
        .filter(({ isComplete }) => isComplete)
        .toSorted((a, b) => a.lines - b.lines)
        .slice(0, 1),
    );
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
