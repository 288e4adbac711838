import { gunzipSync } from 'node:zlib';
import { markdownTable } from '../table.ts';
import { bytesOf } from './read.ts';
import type { Stage } from './stage.ts';

interface Sizes {
  html: number;
  script: number;
  style: number;
  fonts: number;
}

const sum = (all: readonly Buffer[]): number => all.reduce((total, { length }) => total + length, 0);

/** Addresses in a text, each once. */
const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, address = '']) => address)),
];

/** The bytes that a browser loads for a page: HTML, script and style in gzip, fonts uncompressed. */
async function sizesOf(url: string): Promise<Sizes> {
  const page = await bytesOf(url);
  const html = gunzipSync(page).toString();
  const load = async (addresses: readonly string[]): Promise<Buffer[]> =>
    Promise.all(addresses.map(async (address) => bytesOf(new URL(address, url).href)));
  const styles = await load(found(html, /<link rel="stylesheet" href="([^"]+)"/gu));
  const css = styles.map((style) => gunzipSync(style).toString()).join('\n');
  const inStyle = found(css, /url\(["']?([^"')]+\.woff2)/gu).map(
    (font) => new URL(font, new URL('/assets/', url)).pathname,
  );
  return {
    html: page.length,
    script: sum(await load(found(html, /<script type="module" src="([^"]+)"/gu))),
    style: sum(styles),
    fonts: sum(await load(inStyle)),
  };
}

const kib = (bytes: number): string => (bytes / 1_024).toFixed(1);

/** The sizes of a report, of the largest report and of a page with a tool. */
export async function sizeTable({ url, bad, large }: Stage): Promise<string> {
  const rows: string[][] = [];
  for (const [name, path] of [
    ['report of bad.lab', `/audits/${bad}`],
    ['report of 2,000 findings', `/audits/${large}`],
    ['log in (a tool)', '/sign-in'],
  ] as const) {
    const { html, script, style, fonts } = await sizesOf(`${url}${path}`);
    rows.push([name, ...[html, script, style, fonts].map(kib)]);
  }
  return markdownTable(['page', 'HTML KiB', 'script KiB', 'style KiB', 'fonts KiB'], rows);
}
