// Makes the npm package of the command line: `node tools/pack-cli.ts [folder]` writes a tarball without dependencies.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { rolldown } from 'rolldown';
import { z } from 'zod';
import { engineVersion } from '@perimeter/engine/version';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { repoRoot } from './generate/repo-root.ts';

const manifest = z.looseObject({ name: z.string(), version: z.string(), license: z.string().optional() });

/** Reports an outdated Node.js clearly: 20.9 is the first LTS release with everything that is used. */
const launcher = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 9)) await import('../dist/perimeter.js');
else {
  process.stderr.write(\`perimeter: Node.js 20.9 or later is required, and this is \${process.versions.node}\\n\`);
  process.exitCode = 2;
}
`;

/** The package includes the roots, instead of using those of the Node.js that runs it. */
const carriedRoots = {
  name: 'carried-roots',
  resolveId: (source: string, importer: string | undefined) =>
    source === 'node:tls' && importer?.includes('/packages/engine/') === true
      ? path.join(repoRoot, 'apps/cli/src/start/carried-tls.ts')
      : null,
};

/** Bundles the command line with its dependencies; returns the folders of the bundled npm packages. */
async function bundle(folder: string): Promise<ReadonlySet<string>> {
  const built = await rolldown({
    input: { perimeter: path.join(repoRoot, 'apps/cli/src/start/packed.ts') },
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'node20' },
    plugins: [carriedRoots],
    // The typesetter is only used by services.
    external: ['@myriaddreamin/typst-ts-node-compiler'],
  });
  const { output } = await built.write({
    dir: path.join(folder, 'dist'),
    format: 'esm',
    minify: true,
    comments: false,
  });
  await built.close();
  const ids = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const packages = ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(id)?.[0] ?? []);
  return new Set(packages);
}

/** The licences of the bundled packages, which must be distributed with it. */
function notices(packages: ReadonlySet<string>): string {
  return [...packages]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = manifest.parse(
        JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
      );
      const file = readdirSync(folder).find((one) => /^licen[cs]e/iu.test(one));
      const text = file === undefined ? '' : `\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}`;
      return `${name} ${version} (${license ?? 'see its text'})${text}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}

/** Writes the package into a folder; returns the path of its tarball. */
async function packInto(target: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-package-'));
  try {
    const packages = await bundle(folder);
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(path.join(folder, 'bin/perimeter.js'), launcher, { mode: 0o755 });
    for (const name of ['LICENSE', 'NOTICE'])
      if (existsSync(path.join(repoRoot, name))) cpSync(path.join(repoRoot, name), path.join(folder, name));
    cpSync(path.join(repoRoot, 'apps/cli/README.md'), path.join(folder, 'README.md'));
    writeFileSync(path.join(folder, 'roots.pem'), `${rootCertificates.join('\n')}\n`);
    writeFileSync(path.join(folder, 'THIRD-PARTY.txt'), notices(packages));
    const described = {
      name: 'perimeter',
      version: engineVersion,
      description: 'Audits the security of a domain from the outside: DNS, e-mail, TLS, HTTP',
      license: 'Apache-2.0',
      type: 'module',
      bin: { perimeter: 'bin/perimeter.js' },
      engines: { node: '>=20.9' },
      files: ['bin', 'dist', 'roots.pem', 'THIRD-PARTY.txt', 'NOTICE'],
    };
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    const options = ['pack', '--pack-destination', path.resolve(target), '--ignore-scripts', '--silent'];
    return path.join(target, execFileSync('npm', options, { cwd: folder, encoding: 'utf8' }).trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [folder = '.'] = readCommandLine('Usage: npm run pack:cli [-- FOLDER]', {}, [0, 1]).positionals;
console.log(await packInto(folder));
