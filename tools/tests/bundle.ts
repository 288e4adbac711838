import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/** The service that tests start as a process, beside the tests themselves. */
const service = 'apps/server/src/testing/main.ts';

/** Names the folder of the bundle for lanes; unset, test files run from their sources. */
const folderVariable = 'PERIMETER_TEST_BUNDLE';

/** Module hooks change what a test imports: its imports have to stay imports. */
const hooksModules = /\bregisterHooks\(/u;

/** Where the bundle of a source file stands below the folder of the bundle. */
const bundledName = (file: string): string => file.replace(/[.]ts$/u, '.mjs');

/** The places of a syntax tree where a property of import.meta is read. */
function metaReads(node: unknown): { start: number; end: number; name: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(metaReads);
  const { type, object, property, start, end } = node as Record<string, unknown>;
  const isMeta = type === 'MemberExpression' && (object as { type?: string } | null)?.type === 'MetaProperty';
  if (isMeta) return [{ start: Number(start), end: Number(end), name: String((property as { name?: string }).name) }];
  return Object.values(node).flatMap(metaReads);
}

/** Replaces import.meta in a bundled module by the place of its source, so that it finds the files beside it; string literals that contain the word are kept. */
const ownPlace = {
  name: 'own-place',
  transform(code: string, id: string): string | null {
    if (!code.includes('import.meta.')) return null;
    const places: Readonly<Record<string, string>> = {
      dirname: path.dirname(id),
      filename: id,
      url: pathToFileURL(id).href,
    };
    const reads = metaReads(parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }));
    return reads.toReversed().reduce((text, { start, end, name }) => {
      const place = places[name];
      return place === undefined ? text : `${text.slice(0, start)}${JSON.stringify(place)}${text.slice(end)}`;
    }, code);
  },
};

/** The name of the package of a module. */
const packageOf = (id: string): string => id.split('/', id.startsWith('@') ? 2 : 1).join('/');

/** True for a test with a package that npm put beside its workspace: from the folder of the bundle it is not found. */
const needsOwnPlace = (root: string, text: string): boolean =>
  [...text.matchAll(/^import [^;]*? from '([^'.][^']*)'/gmu)].some(
    ([, id = '']) => !id.startsWith('node:') && !existsSync(path.join(root, 'node_modules', packageOf(id))),
  );

/** What these depend on is bundled with them: as a thousand files it takes a quarter of the CPU time of a start. */
const withTheirPackages = ['apps/server', 'apps/cli', 'packages/engine', 'packages/protocols'];

/** Decides which imports stay imports: those of packages with native code, of browsers' drivers and of tools. */
function importsApart(root: string): (id: string, importer?: string) => boolean {
  const together = new Set(
    withTheirPackages.flatMap((room) => {
      const read = JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8')) as { dependencies: object };
      return Object.keys(read.dependencies);
    }),
  );
  return (id, importer = '') =>
    !/^(?:[./]|@perimeter\/)/u.test(id) && !importer.includes('/node_modules/') && !together.has(packageOf(id));
}

/** What a build knows of its modules. */
interface Known {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * One chunk for each package and app: so many files that Node.js would find, read and link one by one are one. Not what is for
 * tests, and not what imports a package that stays apart: whatever imports a chunk loads all that it imports, so the service would
 * load a browser's driver and a typesetter.
 */
function roomOf(root: string, id: string, staysApart: (id: string) => boolean, known: Known): string | null {
  const [, inside] = /.*\/node_modules\/(.*)/u.exec(id) ?? [];
  if (inside !== undefined) return `npm-${packageOf(inside).replace('/', '-')}`;
  const [, kind = '', name = ''] = /^\/(packages|apps|tools|lab)\/(?:([\w-]+)\/)?/u.exec(id.slice(root.length)) ?? [];
  if (kind === '' || id.endsWith('.test.ts') || id.includes('/testing/')) return null;
  const imported = known.getModuleInfo(id)?.importedIds ?? [];
  if (imported.some((one) => !one.startsWith('node:') && staysApart(one))) return null;
  return kind === 'packages' || kind === 'apps' ? `${kind}-${name}` : kind;
}

/**
 * Bundles test files and the service that they start, in which a start takes a third of the CPU time, and has lanes of this process run
 * them. Each module runs when it is first imported, as from its source.
 */
export async function bundleTests(root: string, files: readonly string[]): Promise<void> {
  const folder = path.join(root, 'dist/tests');
  const canMove = (text: string): boolean => !hooksModules.test(text) && !needsOwnPlace(root, text);
  const bundled = [...files.filter((file) => canMove(readFileSync(path.join(root, file), 'utf8'))), service];
  const staysApart = importsApart(root);
  await build({
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    input: Object.fromEntries(bundled.map((file) => [file.replace(/[.]ts$/u, ''), path.join(root, file)])),
    external: staysApart,
    plugins: [ownPlace],
    output: {
      dir: folder,
      cleanDir: true,
      format: 'esm',
      strictExecutionOrder: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name].mjs',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: (id, known) => roomOf(root, id, staysApart, known) }],
      },
    },
  });
  process.env[folderVariable] = folder;
  process.env['PERIMETER_TEST_SERVICE'] = path.join(folder, bundledName(service));
}

/** Has lanes of this process run test files from their sources again, whose lines failures name. */
export function forgetBundle(): void {
  delete process.env[folderVariable];
  delete process.env['PERIMETER_TEST_SERVICE'];
}

/** What is run for a test file: its bundle where there is one. */
export function programOf(file: string): string {
  const folder = process.env[folderVariable];
  const bundled = folder === undefined ? file : path.join(folder, bundledName(file));
  return existsSync(bundled) ? bundled : file;
}
