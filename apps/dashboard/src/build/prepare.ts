import { msPerDay } from '@perimeter/contract/durations';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AssetNames } from './asset-names.ts';
import { sourcesDigest } from './sources.ts';

/** Where the built dashboard lies: the pages for the server, and the assets that browsers get. */
export interface BuiltDashboard {
  /** Path of the module that renders pages. */
  pages: string;
  /** Folder of the assets, each also compressed. */
  assets: string;
  /** Names of the assets by what pages call them. */
  names: AssetNames;
}

const home = path.resolve(import.meta.dirname, '../..');
const fontFolder = path.join(home, 'src/fonts');
const early = ['sans-400.woff2', 'serif-500.woff2'];

const named = (name: string, content: string | Uint8Array): string => {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${digest}${ext}`;
};

/** Writes an asset under its digest, with Brotli and gzip beside it where that makes it smaller. */
function writeAsset(folder: string, name: string, content: string | Uint8Array): string {
  const called = named(name, content);
  const bytes = Buffer.from(content);
  writeFileSync(path.join(folder, called), bytes);
  if (!name.endsWith('.woff2')) {
    writeFileSync(
      path.join(folder, `${called}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(path.join(folder, `${called}.gz`), gzipSync(bytes, { level: 9 }));
  }
  return called;
}

/** Builds everything into a folder. */
async function build(folder: string): Promise<void> {
  const { bundlePages, bundleScripts } = await import('./bundle.ts');
  const { styleSheet } = await import('./style-sheet.ts');
  const assets = path.join(folder, 'assets');
  mkdirSync(assets, { recursive: true });
  const fonts = new Map(
    readdirSync(fontFolder)
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => [name, writeAsset(assets, name, readFileSync(path.join(fontFolder, name)))]),
  );
  const [pages, scripts] = await Promise.all([bundlePages(), bundleScripts()]);
  for (const { name, content } of pages) writeFileSync(path.join(folder, name), content);
  const called = new Map(scripts.map(({ name, content }) => [name, writeAsset(assets, name, content)]));
  const names: AssetNames = {
    style: writeAsset(assets, 'dashboard.css', styleSheet(fonts)),
    documents: called.get('documents.js') ?? '',
    tools: called.get('tools.js') ?? '',
    icon: writeAsset(assets, 'icon.svg', readFileSync(path.join(fontFolder, 'icon.svg'))),
    fonts: early.map((name) => fonts.get(name) ?? ''),
  };
  writeFileSync(path.join(folder, 'names.json'), JSON.stringify(names));
}

/** Removes what earlier sources were built to; a service that started today may still serve it. */
function removeOld(dist: string, kept: string): void {
  for (const name of readdirSync(dist)) {
    const folder = path.join(dist, name);
    const isOld = name !== kept && Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > msPerDay;
    if (isOld) rmSync(folder, { recursive: true, force: true });
  }
}

function isNames(value: unknown): value is AssetNames {
  return typeof value === 'object' && value !== null && 'style' in value && 'fonts' in value;
}

function describe(folder: string): BuiltDashboard {
  const names: unknown = JSON.parse(readFileSync(path.join(folder, 'names.json'), 'utf8'));
  if (!isNames(names)) throw new Error('The built dashboard is incomplete: delete apps/dashboard/dist');
  return { pages: path.join(folder, 'pages.mjs'), assets: path.join(folder, 'assets'), names };
}

/** The built dashboard: at once where the sources have not changed since, else built first. Several processes may ask at a time. */
export async function prepareDashboard(): Promise<BuiltDashboard> {
  const dist = path.join(home, 'dist');
  const digest = sourcesDigest();
  const folder = path.join(dist, digest);
  if (!existsSync(path.join(folder, 'names.json'))) {
    mkdirSync(dist, { recursive: true });
    const own = mkdtempSync(path.join(dist, 'building-'));
    await build(own);
    try {
      renameSync(own, folder);
    } catch {
      // Another process was faster; its result is the same.
      rmSync(own, { recursive: true, force: true });
    }
    removeOld(dist, digest);
  }
  return describe(folder);
}
