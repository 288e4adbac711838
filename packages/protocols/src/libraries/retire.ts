import type { Advisory, AdvisorySeverity, Library, Mark } from './table.ts';
import { refuseCostly } from './cost.ts';
import { compiled, partsOf, Unfit, versionMark } from './expression.ts';
import { anchorOf } from './literal.ts';
import { narrowed, ownMarks } from './own-marks.data.ts';
import { rejectedNumbers } from './rejected.data.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

/** An expression or advisory of the source that is not taken over. */
export interface Dropped {
  library: string;
  what: string;
  reason: Unfit['reason'] | 'rejected' | 'server-side' | 'no-range';
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** No library, or one that stands there for tests. */
const noLibraries: ReadonlySet<string> = new Set(['retire-example', 'dont check']);

/** Longer expressions are not read. */
const maxExpression = 1_500;

/** A mark of an expression; throws {@link Unfit} where it has none that is safe. */
function markOf(expression: string, replacement?: string): Mark {
  if (expression.length > maxExpression) throw new Unfit('not-read');
  const parts = partsOf(expression);
  const anchor = anchorOf(parts);
  refuseCostly(parts, anchor.before + anchor.after);
  compiled(expression, 'd');
  return { ...anchor, expression, ...(replacement === undefined ? {} : { replacement }) };
}

/** `/expression/replacement/` of Retire's `filecontentreplace`. */
function replacingMark(text: string): Mark {
  const [, expression, replacement] = /^\/(.*[^\\])\/([^/]+)\/$/s.exec(text) ?? [];
  if (expression === undefined || replacement === undefined) throw new Unfit('not-read');
  return markOf(expression, replacement);
}

/** What is kept of a list, and what is not. */
class Taken<T> {
  readonly kept: T[] = [];
  constructor(library: string, dropped: Dropped[], texts: readonly string[], take: (text: string) => T) {
    for (const text of texts) {
      try {
        this.kept.push(take(text));
      } catch (error) {
        dropped.push({ library, what: text, reason: error instanceof Unfit ? error.reason : 'not-read' });
      }
    }
  }
}

/** Addresses are short: an expression for them needs no literal. */
function urlExpression(expression: string): string {
  if (!expression.includes(versionMark) || expression.length > maxExpression) throw new Unfit('not-read');
  refuseCostly(partsOf(expression), 0);
  compiled(expression, '');
  return expression;
}

const severities: readonly AdvisorySeverity[] = ['low', 'medium', 'high', 'critical'];

/** Words of flaws in what runs on servers alone, which a page does not load. */
const serverSide =
  /\b(?:on Node\.js|Node(?:\.js)? HTTP adapter|in ssr|Svelte SSR|SSR output|php files)\b|npm \(server\)|server-side rendering|server-render|NO_PROXY|HTTP\/2|CLI precompiler|maxBodyLength|maxContentLength|Server-Side Request Forgery/i;

/** Libraries whose code in the page names the version of the server. */
const runsOnServer: ReadonlySet<string> = new Set(['nextjs', 'DWR']);

const endOfLife = /end.of.life|no longer (?:maintained|supported)/i;

function identifierOf({ identifiers, info }: JsonObject): string {
  const ids = isJsonObject(identifiers) ? identifiers : {};
  return textsIn(ids['CVE'])[0] ?? textsIn(ids['githubID'])[0] ?? textsIn(info)[0] ?? 'without number';
}

/** One advisory as the list has it, or why it is not taken. */
function advisoryOf(library: string, row: JsonObject): Advisory | Dropped['reason'] {
  const { below, atOrAbove, severity } = row;
  const level = severities.find((one) => one === severity);
  if (typeof below !== 'string' || !/^\d/.test(below) || level === undefined) return 'no-range';
  const summary = isJsonObject(row['identifiers']) ? textsIn(row['identifiers']['summary']).join(' ') : '';
  const id = identifierOf(row);
  if (rejectedNumbers.has(id)) return 'rejected';
  if (!runsOnServer.has(library) && serverSide.test(summary)) return 'server-side';
  const excludes = textsIn(row['excludes']);
  return {
    id,
    severity: level,
    below,
    ...(typeof atOrAbove === 'string' && /^\d/.test(atOrAbove) ? { atOrAbove } : {}),
    ...(excludes.length === 0 ? {} : { excludes }),
    ...(endOfLife.test(summary) ? { endOfLife: true as const } : {}),
  };
}

function advisoriesIn(library: string, rows: unknown, dropped: Dropped[]): Advisory[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isJsonObject).flatMap((row) => {
    const advisory = advisoryOf(library, row);
    if (typeof advisory !== 'string') return [advisory];
    dropped.push({ library, what: identifierOf(row), reason: advisory });
    return [];
  });
}

/** Names of a package in addresses: as npm and Bower have it, with and without the ending. */
function packagesOf(name: string, row: JsonObject): string[] {
  const names = [...textsIn(row['npmname']), ...textsIn(row['bowername']), name].map((one) => one.toLowerCase());
  const plain = names.map((one) => one.replace(/\.js$/, ''));
  return [...new Set([...plain, ...plain.map((one) => `${one}.js`)])].filter((one) => /^[@\w./-]{1,60}$/.test(one));
}

const hashesOf = (value: unknown): Record<string, string> | undefined => {
  const rows = Object.entries(isJsonObject(value) ? value : {}).filter(
    (row): row is [string, string] => /^[0-9a-f]{40}$/.test(row[0]) && typeof row[1] === 'string',
  );
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
};

function libraryOf(name: string, row: JsonObject, dropped: Dropped[]): Library {
  const extractors = isJsonObject(row['extractors']) ? row['extractors'] : {};
  const taken = <T>(key: string, take: (text: string) => T): T[] =>
    new Taken(name, dropped, textsIn(extractors[key] ?? []), take).kept;
  const hashes = hashesOf(extractors['hashes']);
  return {
    name,
    packages: packagesOf(name, row),
    urls: taken('uri', urlExpression),
    files: taken('filename', (text) => urlExpression(text.replace(/^\//, ''))),
    marks: [
      ...taken('filecontent', (text) => markOf(narrowed.get(text) ?? text)),
      ...taken('filecontentreplace', replacingMark),
      ...(ownMarks[name] ?? []).map((text) => markOf(text)),
    ],
    ...(hashes === undefined ? {} : { hashes }),
    advisories: advisoriesIn(name, row['vulnerabilities'], dropped),
  };
}

/** Reads Retire's repository (`jsrepository-v6.json`, and the older forms); null where it is none. */
export function readRetire(json: unknown): { libraries: Library[]; dropped: Dropped[] } | null {
  if (!isJsonObject(json)) return null;
  const dropped: Dropped[] = [];
  const rows = Object.entries(json).filter(
    (row): row is [string, JsonObject] =>
      !noLibraries.has(row[0]) && isJsonObject(row[1]) && isJsonObject(row[1]['extractors']),
  );
  const libraries = rows.map(([name, row]) => libraryOf(name, row, dropped));
  return libraries.some(({ advisories }) => advisories.length > 0) ? { libraries, dropped } : null;
}
