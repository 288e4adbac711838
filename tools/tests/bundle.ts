import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

/** The service that tests start as a process, beside the tests themselves. */
const service = 'apps/server/src/testing/main.ts';

/** Names the folder of the bundle for lanes; unset, test files run from their sources. */
const folderVariable = 'PERIMETER_TEST_BUNDLE';

/** Module hooks change what a test imports: its imports have to stay imports. */
const hooksModules = /\bregisterHooks\(/u;

/** Where the bundle of a source file stands below the folder of the bundle. */
const bundledName = (file: string): string => file.replace(/[.]ts$/u, '.mjs');

/** In a bundle a file still finds what stands beside its source. */
const ownPlace = {
  name: 'own-place',
  transform(code: string, id: string): string | null {
    if (!code.includes('import.meta.')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.url', JSON.stringify(`file://${id}`));
  },
};

/** One chunk for each package and app: so many files that Node.js would find, read and link one by one are one. */
function roomOf(root: string, id: string): string | null {
  const [, kind = '', name = ''] = /^\/(packages|apps|tools|lab)\/(?:([\w-]+)\/)?/u.exec(id.slice(root.length)) ?? [];
  if (kind === '' || id.endsWith('.test.ts')) return null;
  return kind === 'packages' || kind === 'apps' ? `${kind}-${name}` : kind;
}

/**
 * Bundles test files and the service that they start, which halves the CPU time of a start, and has lanes of this process run
 * them. What is in node_modules stays there. Each module runs when it is first imported, as from its source.
 */
export async function bundleTests(root: string, files: readonly string[]): Promise<void> {
  const folder = path.join(root, 'dist/tests');
  const bundled = [...files.filter((file) => !hooksModules.test(readFileSync(path.join(root, file), 'utf8'))), service];
  await build({
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    input: Object.fromEntries(bundled.map((file) => [file.replace(/[.]ts$/u, ''), path.join(root, file)])),
    external: (id) => !/^(?:[./]|@perimeter\/)/u.test(id),
    plugins: [ownPlace],
    output: {
      dir: folder,
      cleanDir: true,
      format: 'esm',
      strictExecutionOrder: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name].mjs',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: (id) => roomOf(root, id) }] },
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
