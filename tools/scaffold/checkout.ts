import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScaffoldError } from './names.ts';

/** Changes to a checkout, collected first and written only if all are possible. */
export class Checkout {
  readonly root: string;
  readonly #changed = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  has(file: string): boolean {
    return this.#changed.has(file) || existsSync(path.join(this.root, file));
  }

  /** The sources below a folder. */
  list(folder: string): string[] {
    return globSync(`${folder}/**/*.ts`, { cwd: this.root }).toSorted();
  }

  /** How many files a folder has, without those in its folders; 0 where it is not there. */
  filesIn(folder: string): number {
    const place = path.join(this.root, folder);
    return existsSync(place) ? readdirSync(place, { withFileTypes: true }).filter((one) => one.isFile()).length : 0;
  }

  /** True if any source below a folder contains a text. */
  hasText(folder: string, text: string): boolean {
    return this.list(folder).some((file) => this.read(file).includes(text));
  }

  /** True if a file of this name exists below a folder. */
  hasFile(folder: string, name: string): boolean {
    return this.has(`${folder}/${name}`) || globSync(`${folder}/**/${name}`, { cwd: this.root }).length > 0;
  }

  read(file: string): string {
    const changed = this.#changed.get(file);
    if (changed !== undefined) return changed;
    if (!this.has(file)) throw new ScaffoldError(`${file} is not there`);
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /** Adds a file; refuses to replace one. */
  create(file: string, text: string): void {
    if (this.has(file)) throw new ScaffoldError(`${file} exists already`);
    this.#changed.set(file, text);
  }

  /** Inserts a text before the first match; refuses if there is none. */
  insertBefore(file: string, place: RegExp, text: string): void {
    const before = this.read(file);
    const index = before.search(place);
    if (index < 0) throw new ScaffoldError(`${file} has no place that matches ${place.source}: register by hand`);
    this.#changed.set(file, before.slice(0, index) + text + before.slice(index));
  }

  replace(file: string, place: string | RegExp, text: string): void {
    const before = this.read(file);
    const after = before.replace(place, () => text);
    if (after === before) throw new ScaffoldError(`${file} has no ${String(place)}: register by hand`);
    this.#changed.set(file, after);
  }

  /** Adds an import after those whose path sorts before it. */
  addImport(file: string, line: string): void {
    const text = this.read(file);
    const pathOf = (statement: string): string => /from '([^']+)'/u.exec(statement)?.[1] ?? '';
    const imports = [...text.matchAll(/^import [^;]*;$/gmu)];
    const later = imports.find(([statement]) => pathOf(statement) > pathOf(line) && pathOf(statement).startsWith('.'));
    const last = imports.at(-1);
    const index = later?.index ?? (last === undefined ? 0 : last.index + last[0].length + 1);
    this.#changed.set(file, `${text.slice(0, index)}${line}\n${text.slice(index)}`);
  }

  /** Writes all changes; returns the files. */
  write(): string[] {
    for (const [file, text] of this.#changed) {
      const target = path.join(this.root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    return [...this.#changed.keys()];
  }
}
