import path from 'node:path';
import { rolldown, type InputOptions } from 'rolldown';

const source = path.resolve(import.meta.dirname, '..');

/** A file that a bundle consists of. */
export interface BuiltFile {
  name: string;
  content: string;
}

const shared: InputOptions = {
  transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic', development: false } },
  logLevel: 'warn',
  // React marks its client modules for bundlers that know server components; nothing here does.
  onLog: (level, log, report) => {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
  },
};

async function files(input: InputOptions, output: { entryFileNames: string }): Promise<BuiltFile[]> {
  const bundle = await rolldown({ ...shared, ...input });
  const built = await bundle.generate({ format: 'esm', minify: true, comments: false, ...output });
  await bundle.close();
  return built.output.flatMap((file) => (file.type === 'chunk' ? [{ name: file.fileName, content: file.code }] : []));
}

/** The pages as one module for Node.js. */
export const bundlePages = async (): Promise<BuiltFile[]> =>
  files({ input: { pages: path.join(source, 'pages/index.tsx') }, platform: 'node' }, { entryFileNames: '[name].mjs' });

/** The scripts of the browser: documents.js for pages to read, tools.js for pages that change things. */
export async function bundleScripts(): Promise<BuiltFile[]> {
  const entries = ['behaviours/documents.ts', 'tools/tools.tsx'];
  const built = entries.map(async (entry) =>
    files(
      { input: { [path.basename(entry).replace(/[.]tsx?$/, '')]: path.join(source, entry) }, platform: 'browser' },
      { entryFileNames: '[name].js' },
    ),
  );
  return (await Promise.all(built)).flat();
}
