import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../styles');

/** The order in which they stand in the style sheet; the files of a folder by name. */
const parts = ['fonts', 'tokens', 'base', 'layout', 'components/*', 'report/*', 'pages/*', 'modes'];

/** Without comments and the space that only people need; strings of the style sheet hold neither. */
const smaller = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/;\}/g, '}')
    .trim();

/** The one style sheet; fonts are named by what the build called them. */
export function styleSheet(fontNames: ReadonlyMap<string, string>): string {
  const files = parts.flatMap((part) => globSync(`${part}.css`, { cwd: folder }).toSorted());
  const css = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  return smaller(css).replaceAll(/url\(["']?fonts\/([\w.-]+)["']?\)/g, (_all, font: string) => {
    const name = fontNames.get(font);
    if (name === undefined) throw new Error(`The style sheet names an unknown font: ${font}`);
    return `url("${name}")`;
  });
}
