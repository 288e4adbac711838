import type { Checkout } from './checkout.ts';
import { cut } from './cut.ts';
import { camelCase, requireName, ScaffoldError, snakeCase } from './names.ts';
import { sourcesOf } from './sources.ts';

export const MODULES = 'packages/engine/src/modules';

/** The situations that every check of a module is tested in, by the exemplar that the module is cut from. */
const situations: Readonly<Record<string, { name: string; from: string }>> = {
  http_headers: { name: 'siteSituations', from: '../derive/http/testing/situations.ts' },
  tls_configuration: { name: 'inventorySituations', from: '../derive/tls/testing/situations.ts' },
};

/** The module of each source of evidence that others are cut from. */
const exemplars: Readonly<Record<string, string>> = { http: 'http_headers', tls: 'tls_configuration' };

/** Gives a module that stands in the registry without checks its folder, its tests and its place. */
export function registerModule(checkout: Checkout, id: string, exemplar: string): void {
  const registry = `${MODULES}/registry.ts`;
  const entry = new RegExp(`withoutChecks\\('${id}', '([^']+)', '([^']+)'\\)`, 'u').exec(checkout.read(registry));
  const [text, title, category] = entry ?? [];
  const given = situations[exemplar];
  if (given === undefined) throw new ScaffoldError(`${exemplar} is no exemplar of modules`);
  if (text === undefined || title === undefined || category === undefined) {
    throw new ScaffoldError(`There is no module ${id} without checks: the registry lists all 17`);
  }
  const name = camelCase(id);
  const source = cut(checkout.read(`${MODULES}/${exemplar}/module.ts`), (_, names) =>
    names.includes(camelCase(exemplar)),
  )
    .replace(/\/\*\* [^*]* \*\/\n/u, `/** ${title}. */\n`)
    .replace(`const ${camelCase(exemplar)} `, `const ${name} `)
    .replace(/id: '[^']*'/u, `id: '${id}'`)
    .replace(/title: '[^']*'/u, `title: '${title}'`)
    .replace(/category: '[^']*'/u, `category: '${category}'`)
    .replace(/topics: \[[^\]]*\]/u, 'topics: []');
  checkout.create(`${MODULES}/${id}/module.ts`, source);
  checkout.create(
    `${MODULES}/${id}/module.test.ts`,
    [
      "import { testModule } from '../../catalogue/testing/module.ts';",
      `import { ${given.name} } from '${given.from}';`,
      `import { ${name} } from './module.ts';`,
      '',
      `testModule(${name}, ${given.name});`,
      '',
    ].join('\n'),
  );
  checkout.replace(registry, text, name);
  checkout.addImport(registry, `import { ${name} } from './${id}/module.ts';`);
}

/** A module of the registry that has no checks yet: its folder, ready for new:check. */
export function scaffoldModule(checkout: Checkout, args: readonly string[]): void {
  const id = requireName('module', args[0], snakeCase);
  const exemplar = exemplars[args[1] ?? 'http'];
  if (exemplar === undefined)
    throw new ScaffoldError(`"${args[1]}" is no source of modules: take ${Object.keys(exemplars).join(', ')}`);
  if (checkout.has(`${MODULES}/${id}/module.ts`)) throw new ScaffoldError(`There is a module ${id} already`);
  if (args[1] === undefined) sourcesOf(checkout, MODULES, id);
  registerModule(checkout, id, exemplar);
}
