import path from 'node:path';
import { limits } from '../house/limits.data.ts';
import type { Checkout } from './checkout.ts';
import { cut, rowsOf } from './cut.ts';
import { camelCase, kebabCase, kebabPath, requireName, ScaffoldError, snakeCase } from './names.ts';
import { type Exemplar, exemplarFor, subjectsOf, withPlaces } from './subjects.ts';

const MODULES = 'packages/engine/src/modules';

/** The requested module folder, topic and check id. */
interface NewCheck {
  folder: string;
  topic: string;
  id: string;
}

/** The exemplar's text with the new name, and imports relative to the new place. */
function renamed(text: string, exemplar: Exemplar, { folder, topic, id }: NewCheck): string {
  const from = path.posix.dirname(`${MODULES}/${exemplar.module}/${exemplar.topic}`);
  const moved = (name: string): string => {
    if (name === `./${path.posix.basename(exemplar.topic)}.ts`) return `./${path.posix.basename(topic)}.ts`;
    const place = path.posix.relative(path.posix.dirname(`${folder}/${topic}`), path.posix.join(from, name));
    return place.startsWith('.') ? place : `./${place}`;
  };
  return (
    text
      .replaceAll(/(?<= from ')[.][^']*(?=';)/gu, moved)
      // An import under another name can have the check's name at its source.
      .replaceAll(new RegExp(`\\b${exemplar.name}\\b(?! as )`, 'gu'), camelCase(id))
      .replaceAll(`'${exemplar.id}'`, `'${id}'`)
  );
}

/** The source of the check alone, with a TODO at its own condition. */
function sourceOf(text: string, exemplar: Exemplar): string {
  const source = cut(text, (_, names) => names.includes(exemplar.name));
  const note = `// TODO: this is ${exemplar.id}; put your own question, facts and judgement in its place.\n`;
  return source.replace(`export const ${exemplar.name}`, `${note}export const ${exemplar.name}`);
}

function proseOf(text: string, exemplar: Exemplar, { topic, id }: NewCheck): string {
  const sections = text.split(/^(?=## )/mu);
  const section = sections.find((one) => one.startsWith(`## ${exemplar.id}\n`));
  if (section === undefined) throw new ScaffoldError(`${exemplar.topic}.md has no section ${exemplar.id}`);
  const name = path.posix.basename(topic);
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  return `# ${title}\n\n${section.replace(`## ${exemplar.id}`, `## ${id}`).trimEnd()}\n`;
}

/** The module re-exports the topic: through the topic folder's list if there is one, else directly. */
function registerTopic(checkout: Checkout, folder: string, topic: string): void {
  const listed = `${folder}/${path.posix.dirname(topic)}/all.ts`;
  if (path.posix.dirname(topic) !== '.' && checkout.has(listed)) {
    checkout.insertBefore(listed, /$(?![^])/u, `export * from './${path.posix.basename(topic)}.ts';\n`);
    return;
  }
  const file = `${folder}/module.ts`;
  const name = camelCase(topic.replaceAll('/', '-'));
  checkout.addImport(file, `import * as ${name} from './${topic}.ts';`);
  const list = /topics: \[([^\]]*)\]/u.exec(checkout.read(file))?.[1] ?? '';
  checkout.replace(file, /topics: \[[^\]]*\]/u, `topics: [${list === '' ? '' : `${list}, `}${name}]`);
}

/** Adds the check to the module's test expectations, with those of its exemplar. */
function expectAlike(checkout: Checkout, folder: string, exemplar: Exemplar, id: string): void {
  const file = `${folder}/module.test.ts`;
  const before = checkout.read(file);
  const after = withPlaces(before, exemplar.id, id);
  if (after !== before) checkout.replace(file, before, after);
}

/** Appends the check to the order of its module. */
function registerOrder(checkout: Checkout, module: string, id: string): void {
  const order = `${path.posix.dirname(MODULES)}/catalogue/order.data.ts`;
  const isListed = new RegExp(`^ {2}${module}: \\[`, 'mu').test(checkout.read(order));
  if (!isListed) checkout.insertBefore(order, /^\};$/mu, `  ${module}: [\n  ],\n`);
  checkout.insertBefore(order, new RegExp(`(?<=^ {2}${module}: \\[[^\\]]*)^ {2}\\],$`, 'mu'), `    '${id}',\n`);
}

/** Refuses a topic for which its folder has no room: the limits of the house would reject it only when all is written. */
function requireRoom(checkout: Checkout, folder: string, topic: string): void {
  const place = path.posix.dirname(`${folder}/${topic}`);
  const { limit } = limits['files in a folder, most'];
  const count = checkout.filesIn(place) + 3;
  if (count <= limit) return;
  const name = path.posix.basename(topic);
  throw new ScaffoldError(
    `${place} would have ${count} files, and \`npm run house\` allows ${limit}: put the topic into a folder of its subject, such as <subject>/${name}`,
  );
}

/** Makes a check in a new topic: three files from the exemplar of its subject, and its registration in the module. */
export function scaffoldCheck(checkout: Checkout, args: readonly string[]): void {
  const module = requireName('module', args[0], snakeCase);
  const subjects = subjectsOf(checkout, MODULES, module).map(({ subject }) => subject);
  if (args[1] === undefined)
    throw new ScaffoldError(`Which topic? None was given. Subjects of ${module}: ${subjects.join(', ')}`);
  const topic = requireName('topic', args[1], kebabPath);
  const id = requireName('check', args[2], kebabCase);
  const exemplar = exemplarFor(checkout, MODULES, module, args[3]);
  const folder = `${MODULES}/${module}`;
  if (checkout.hasText(MODULES, `id: '${id}'`))
    throw new ScaffoldError(`There is a check ${id} already; ids are never reused`);
  if (checkout.hasFile(folder, `${path.posix.basename(topic)}.ts`)) {
    throw new ScaffoldError(`${module} has a topic ${topic} already: write the check into its three files`);
  }
  requireRoom(checkout, folder, topic);
  const from = `${MODULES}/${exemplar.module}/${exemplar.topic}`;
  const wanted = { folder, topic, id };
  const read = (suffix: string): string => checkout.read(`${from}${suffix}`);
  checkout.create(`${folder}/${topic}.ts`, renamed(sourceOf(read('.ts'), exemplar), exemplar, wanted));
  checkout.create(`${folder}/${topic}.test.ts`, renamed(rowsOf(read('.test.ts'), exemplar.name), exemplar, wanted));
  checkout.create(`${folder}/${topic}.md`, proseOf(read('.md'), exemplar, wanted));
  registerTopic(checkout, folder, topic);
  registerOrder(checkout, module, id);
  expectAlike(checkout, folder, exemplar, id);
}
