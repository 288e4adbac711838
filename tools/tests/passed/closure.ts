import { createHash } from 'node:crypto';
import type { TestedCheckout } from './checkout.ts';
import { namesOf } from './names.ts';

/** What is read to run any lab or slow file; a lab file also needs the lab. */
const runner = 'tools/tests/lane.ts';
const labProgram = 'lab/src/main.ts';

/** Versions of what is installed, and settings of the tools that make programs of sources. */
const alwaysRead = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'tsconfig.base.json'];

/** The names in a file, and the content that they were read of. */
type Names = Map<string, { digest: string; names: readonly string[] }>;

/** What the test files of a checkout can read, and its state. */
export class Closures {
  readonly checkout: TestedCheckout;
  readonly #names: Names;

  constructor(checkout: TestedCheckout, names: Names = new Map()) {
    this.checkout = checkout;
    this.#names = names;
  }

  /** The same of the checkout as it is now. */
  now(): Closures | null {
    const checkout = this.checkout.now();
    return checkout && new Closures(checkout, checkout.hasFilesOf(this.checkout) ? this.#names : new Map());
  }

  #namesOf(file: string): readonly string[] {
    const digest = this.checkout.digest(file);
    if (digest === null) return [];
    const known = this.#names.get(file);
    if (known?.digest === digest) return known.names;
    const names = namesOf(this.checkout, file);
    this.#names.set(file, { digest, names });
    return names;
  }

  /** The files that a test file can read: those that it names, those that these name, and so on; in the order of names. */
  of(file: string): string[] {
    const { files, packages } = this.checkout;
    const first = [file, runner, ...(file.endsWith('.lab.test.ts') ? [labProgram] : []), ...alwaysRead];
    const found = new Set(first.filter((one) => files.has(one)));
    for (const one of found) {
      if (one.endsWith('.test.ts') && one !== file) continue;
      for (const name of this.#namesOf(one)) found.add(name);
    }
    const manifests = [...packages.values()].map(({ folder }) => `${folder}/`);
    const rooms = manifests.filter((folder) => [...found].some((one) => one.startsWith(folder)));
    for (const folder of rooms) found.add(`${folder}package.json`);
    return [...found].toSorted();
  }

  /** Names the state of all that a test file can read, and of the machine; another state gives another name. */
  digestOf(file: string, machine: string): string {
    const hash = createHash('sha256').update(machine);
    for (const one of this.of(file)) hash.update(`\0${one}\0${this.checkout.digest(one)}`);
    return hash.digest('hex');
  }
}
