import { nearest } from '@perimeter/report/nearest';
import { configuration, type Configuration } from '@perimeter/contract/configuration';
import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { UsageError } from '../argument-values.ts';
import { fileText } from './file-text.ts';

/** A file that was read, and where in it things stand. */
export interface ReadFile {
  file: string;
  text: string;
  document: Document;
  values: Configuration;
  /** Line, counted from 1, of what a path leads to. */
  lineOf: (path: readonly PropertyKey[]) => number;
}

/** Ten thousand entries fit; beyond that a file takes long to read, and nobody can answer for it. */
const mostMebibytes = 1;
/** The configuration is four levels deep; readers of YAML take time and stack by depth. */
const maxDepth = 20;

/** A mistake at an offset of a file. */
type Fail = (offset: number, message: string) => UsageError;

/** Refuses what would take long to read, before it is read: collections in collections, in brackets or by indentation. */
function refuseDepth(text: string, fail: Fail): void {
  let depth = 0;
  let offset = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > maxDepth) throw fail(offset, `more than ${maxDepth} open brackets`);
    offset += character.length;
  }
  const dashes = /^(?: |- |\? |: ){60,}/mu.exec(text);
  if (dashes !== null) throw fail(dashes.index, 'nested too deeply');
  const inLine = /(?:[-?:] ){20,}/u.exec(text);
  if (inLine !== null) throw fail(inLine.index, 'nested too deeply');
}

function parsed(text: string, counter: LineCounter, fail: Fail): Document {
  const bad = /[^\P{Cc}\t\n\r]/u.exec(text);
  if (bad !== null) throw fail(bad.index, 'control characters are not allowed');
  refuseDepth(text, fail);
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true, prettyErrors: false, schema: 'core' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw fail(problem.pos[0], problem.message.split('\n')[0] ?? 'not valid YAML');
  visit(document, {
    Node: (_, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || (!isAlias(node) && node.anchor !== undefined))
        throw fail(offset, 'anchors and aliases are not supported');
      if (node.tag !== undefined) throw fail(offset, 'tags are not supported');
    },
  });
  return document;
}

const offsetOf = (node: unknown): number | undefined => (isNode(node) ? (node.range?.[0] ?? undefined) : undefined);

/** The node at a path, or the closest above it that there is. */
function nodeAt(document: Document, path: readonly PropertyKey[]): Node | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(found)) return found;
  }
  return null;
}

/** Where a key of a mapping stands. */
function keyOffset(document: Document, path: readonly PropertyKey[], key: string): number {
  const map = nodeAt(document, path);
  const pair = isMap(map) ? map.items.find((one) => isScalar(one.key) && String(one.key.value) === key) : undefined;
  return offsetOf(pair?.key) ?? offsetOf(map) ?? 0;
}

/** Keys that may stand where an unknown one stands. */
function keysAt(path: readonly PropertyKey[]): string[] {
  if (path[0] === 'targets') return ['domain', 'mode', 'tags', 'owner'];
  if (path[0] === 'accept')
    return ['check', 'fingerprint', 'host', 'subject', 'severity', 'reason', 'owner', 'expires'];
  if (path[0] === 'gate') return Object.keys(configuration.shape.gate.unwrap().shape);
  return Object.keys(configuration.shape);
}

const didYouMean = (typed: string, known: readonly string[]): string => {
  const found = nearest(typed, known);
  return found === null ? '' : `. Did you mean ${found}?`;
};

function validated(document: Document, fail: Fail): Configuration {
  const given: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  const read = configuration.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { path = [] } = issue ?? {};
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    throw fail(keyOffset(document, path, key), `unknown key "${key}"${didYouMean(key, keysAt(path))}`);
  }
  const value = document.getIn(path);
  const hint =
    issue?.code === 'invalid_value' && typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : '';
  const named = path.length === 0 ? '' : ` (${path.join('.')})`;
  throw fail(offsetOf(nodeAt(document, path)) ?? 0, `${issue?.message ?? 'invalid'}${named}${hint}`);
}

/** Reads a text as perimeter.yml; throws UsageError with file, line and column of the first mistake. */
export function readConfigurationText(text: string, file: string): ReadFile {
  const counter = new LineCounter();
  const fail: Fail = (offset, message) => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    return new UsageError(`${file}:${line}:${offset - before.lastIndexOf('\n')}: ${message}`);
  };
  try {
    const document = parsed(text, counter, fail);
    const values = validated(document, fail);
    const lineOf = (path: readonly PropertyKey[]): number =>
      counter.linePos(offsetOf(nodeAt(document, path)) ?? 0).line;
    return { file, text, document, values, lineOf };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}:1:1: nested too deeply`);
    throw error;
  }
}

/** Reads a file as perimeter.yml. */
export const readConfiguration = (file: string): ReadFile =>
  readConfigurationText(fileText(file, 'configuration', mostMebibytes).replace(/^\ufeff/u, ''), file);
