import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What stands in a file. */
interface Content {
  /** When the file last changed, its mode and place included: stat(2) does not let programs set it. */
  changedMs: number;
  digest: string;
}

/** A package of the checkout: its folder, and its modules by the names that others import them by. */
interface WorkspacePackage {
  folder: string;
  exports: Readonly<Record<string, string>>;
}

const mostBytes = 64 * 1024 * 1024;

/** Files of a checkout that git tracks or would add; null: git does not know the folder. */
function listed(root: string): string[] | null {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const list = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: mostBytes,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(list.split('\0'))].filter((file) => file !== '').toSorted();
  } catch {
    return null;
  }
}

/** Each folder with all files below it; the checkout itself is ".". */
function folders(files: readonly string[]): Map<string, string[]> {
  const below = new Map<string, string[]>();
  for (const file of files) {
    let folder = file;
    do {
      folder = path.posix.dirname(folder);
      const inside = below.get(folder);
      if (inside === undefined) below.set(folder, [file]);
      else inside.push(file);
    } while (folder !== '.');
  }
  return below;
}

/** What a manifest says; nothing where it is gone or half written. */
function readManifest(file: string): { name?: string; exports?: Record<string, string> } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; exports?: Record<string, string> };
  } catch {
    return {};
  }
}

/** The files of a checkout; each as it was when it was first asked for. */
export class TestedCheckout {
  readonly root: string;
  readonly files: ReadonlySet<string>;
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly packages: ReadonlyMap<string, WorkspacePackage>;
  readonly #contents: Map<string, Content>;
  readonly #digests = new Map<string, string>();

  private constructor(root: string, files: readonly string[], contents: Map<string, Content>) {
    this.root = root;
    this.files = new Set(files);
    this.below = folders(files);
    this.#contents = contents;
    this.packages = this.#readPackages();
  }

  /** Reads which files there are; null: git does not know them, so that nobody can say what is a source. */
  static read(root: string): TestedCheckout | null {
    const files = listed(root);
    return files === null || files.length === 0 ? null : new TestedCheckout(root, files, new Map());
  }

  /** The checkout as it is now; null: git does not know it any more. */
  now(): TestedCheckout | null {
    const files = listed(this.root);
    return files === null ? null : new TestedCheckout(this.root, files, this.#contents);
  }

  /** True: another checkout has files of the same names. */
  hasFilesOf({ files }: TestedCheckout): boolean {
    return files.size === this.files.size && [...files].every((file) => this.files.has(file));
  }

  text(file: string): string {
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /** A digest of what stands in a file; null: it is gone, or a link to a folder. */
  digest(file: string): string | null {
    const known = this.#digests.get(file);
    if (known !== undefined) return known;
    const whole = path.join(this.root, file);
    const stat = statSync(whole, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) return null;
    const before = this.#contents.get(file);
    const isSame = before?.changedMs === stat.ctimeMs;
    const digest = isSame ? before.digest : createHash('sha256').update(readFileSync(whole)).digest('hex');
    this.#contents.set(file, { changedMs: stat.ctimeMs, digest });
    this.#digests.set(file, digest);
    return digest;
  }

  #readPackages(): Map<string, WorkspacePackage> {
    const packages = new Map<string, WorkspacePackage>();
    for (const file of this.files) {
      if (path.posix.basename(file) !== 'package.json' || file === 'package.json') continue;
      const { name, exports } = readManifest(path.join(this.root, file));
      if (name !== undefined) packages.set(name, { folder: path.posix.dirname(file), exports: exports ?? {} });
    }
    return packages;
  }
}
