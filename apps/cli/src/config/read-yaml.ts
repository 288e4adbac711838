import { nearest } from '@perimeter/report/nearest';
import { configuration, type Configuration } from '@perimeter/contract/configuration';
import type { z } from 'zod';
import {
  Composer,
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import { UsageError } from '../argument-values.ts';
import { fileText } from './file-text.ts';

/** A parsed file, with the places of its nodes. */
export interface ReadFile {
  file: string;
  text: string;
  document: Document;
  values: Configuration;
  /** Line, counted from 1, of the node at a path. */
  lineOf: (path: readonly PropertyKey[]) => number;
  /** "perimeter.yml:3:5" for the node at a path. */
  placeOf: (path: readonly PropertyKey[]) => string;
  /** The file began with a byte order mark, which is not part of the text. */
  hasMark: boolean;
}

/** Enough for five thousand entries; larger files would take long to parse. */
const mostMebibytes = 1;
/** Maximum number of tokens: an entry with six keys has 54. Parsing time depends on tokens more than on characters. */
const mostWords = 300_000;
/** The configuration is four levels deep; a YAML parser's time and stack depend on the depth. */
const maxDepth = 20;

/** Makes an error at an offset of the file. */
type Fail = (offset: number, message: string) => UsageError;

/** Refuses deep nesting, in brackets or by indentation, before it is parsed. */
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

/** YAML syntax that no configuration needs. */
const refusedSigns: Readonly<Record<string, string>> = {
  alias: 'anchors and aliases are not supported: write the value again',
  anchor: 'anchors and aliases are not supported: write the value again',
  tag: 'tags are not supported: leave out the word that begins with "!"',
  'directive-line': 'directives are not supported: leave out the line that begins with "%"',
};
/** Messages of the YAML parser, and clearer ones for users. */
const plain: readonly (readonly [RegExp, string])[] = [
  [
    /^Nested mappings are not allowed/u,
    'a second key in this line: write each key in its own line, as far in as those beside it',
  ],
  [/^Tabs are not allowed/u, 'tabs are not allowed at the start of a line: use spaces'],
  [/^Unexpected flow-(?:seq|map)-end/u, 'a bracket is closed that was not opened'],
  [
    /^Unexpected (?:\S+-quoted-scalar|scalar|flow-\S+-start) at node end/u,
    'more text after the end of a value: put the whole value in quotes',
  ],
  [/^Implicit (?:map )?keys? need/u, 'a key without a value: write "key: value"'],
  [
    /^All \S+ items must start at the same column|^A block \S+ may not be used as an implicit/u,
    'not as far in as the lines beside it: use the same number of spaces',
  ],
];
const plainly = (message: string): string =>
  plain.find(([pattern]) => pattern.test(message))?.[1] ?? message.split('\n')[0] ?? '';
const oneDocument = 'only one document is allowed, without "---" or "..." after it';

/** The tokens of a text up to the first mistake: the parser itself would continue, in quadratic time. */
function* tokensOf(text: string, counter: LineCounter, fail: Fail): ReturnType<Parser['parse']> {
  const parser = new Parser(counter.addNewLine);
  let words = 0;
  let documents = 0;
  // A marker precedes each text; the token after it is not syntax.
  let isText = false;
  counter.addNewLine(0);
  for (const word of new Lexer().lex(text)) {
    words += 1;
    if (words > mostWords) throw fail(parser.offset, `more than ${mostWords} words and signs: shorten the file`);
    for (const token of parser.next(word)) {
      if (token.type === 'error') throw fail(token.offset, plainly(token.message));
      documents += token.type === 'document' ? 1 : 0;
      yield token;
    }
    const type: CST.TokenType | null = isText ? null : CST.tokenType(word);
    const refused = refusedSigns[type ?? ''];
    if (refused !== undefined) throw fail(parser.offset - word.length, refused);
    if (type === 'doc-start' && documents > 0) throw fail(parser.offset - word.length, oneDocument);
    isText = type === 'scalar';
  }
  yield* parser.end();
}

/** Messages may quote the file, so they are shortened. */
const shortened = (message: string): string => (message.length <= 300 ? message : `${message.slice(0, 300)}…`);

const offsetOf = (node: unknown): number | undefined => (isNode(node) ? (node.range?.[0] ?? undefined) : undefined);

/** Refuses duplicate keys, which the parser would detect in quadratic time, and keys that are not strings. */
function refuseKeys({ items }: YAMLMap, fail: Fail): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) throw fail(offsetOf(key) ?? 0, 'keys must be text');
    const text = String(key.value);
    if (seen.has(text)) throw fail(offsetOf(key) ?? 0, 'duplicate key');
    seen.add(text);
  }
}

/** The parser creates an error for each mistake, up to one per character; disabling stack traces makes that fast. */
function withoutTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function parsed(text: string, counter: LineCounter, fail: Fail): Document {
  const bad = /[^\P{Cc}\t\n\r]/u.exec(text);
  if (bad !== null) throw fail(bad.index, 'control characters are not allowed');
  refuseDepth(text, fail);
  const [document, second] = withoutTraces(() => {
    const composer = new Composer({ uniqueKeys: false, prettyErrors: false, schema: 'core' });
    const [first, next] = composer.compose(tokensOf(text, counter, fail), true, text.length);
    return [first, next];
  });
  if (document === undefined || second !== undefined) throw fail(second?.range[0] ?? 0, oneDocument);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw fail(problem.pos[0], plainly(problem.message));
  visit(document, { Map: (_, map) => refuseKeys(map, fail) });
  return document;
}

/** The node at a path, or its nearest existing ancestor. */
function nodeAt(document: Document, path: readonly PropertyKey[]): Node | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(found)) return found;
  }
  return null;
}

/** The offset of a mapping's key. */
function keyOffset(document: Document, path: readonly PropertyKey[], key: string): number {
  const map = nodeAt(document, path);
  const pair = isMap(map) ? map.items.find((one) => isScalar(one.key) && String(one.key.value) === key) : undefined;
  return offsetOf(pair?.key) ?? offsetOf(map) ?? 0;
}

/** The valid keys at the place of an unknown one. */
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

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'keys with values',
  string: 'text, in quotes where it looks like a number',
  boolean: 'true or false',
  number: 'a number',
  int: 'an integer',
};

/** Example values for missing keys. */
const examples: Readonly<Record<string, string>> = {
  domain: 'example.org',
  reason: 'why the risk is accepted',
  owner: 'jane@example.org',
  expires: '2027-03-31',
};

/** A schema error in terms of the file. */
function complaintOf(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  const key = String(issue?.path.at(-1));
  switch (issue?.code) {
    case 'invalid_value':
      return `use ${issue.values.join(', ')}`;
    case 'invalid_type':
      if (value === undefined) return `missing: write "${key}: ${examples[key] ?? '…'}"`;
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_big':
      if (issue.origin === 'array') return `more than ${issue.maximum} entries`;
      return issue.origin === 'string' ? `longer than ${issue.maximum} characters` : `must be at most ${issue.maximum}`;
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array') return `must be at least ${issue.minimum}`;
      return issue.message.startsWith('Too small') ? 'too short or too small' : issue.message;
    default:
      return issue?.message ?? 'invalid';
  }
}

/** A key whose list has only commented-out entries has a null value: treat it as an empty list. */
const withoutEmpty = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? Object.fromEntries(
        Object.entries(given).filter(([key, value]) => value !== null || !['targets', 'gate', 'accept'].includes(key)),
      )
    : given;

function validated(document: Document, fail: Fail): Configuration {
  const read = configuration.safeParse(withoutEmpty(document.toJS({ maxAliasCount: 0 }) ?? {}));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { path = [] } = issue ?? {};
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    throw fail(keyOffset(document, path, key), `unknown key "${key}"${didYouMean(key, keysAt(path))}`);
  }
  const value = document.getIn(path);
  const named = path.length === 0 ? '' : ` (${path.join('.')})`;
  const hint =
    issue?.code === 'invalid_value' && typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : '';
  throw fail(offsetOf(nodeAt(document, path)) ?? 0, `${complaintOf(issue, value)}${named}${hint}`);
}

/** Parses a text as perimeter.yml; throws UsageError with file, line and column of the first mistake. */
export function readConfigurationText(marked: string, file: string): ReadFile {
  const hasMark = marked.startsWith('\ufeff');
  const text = hasMark ? marked.slice(1) : marked;
  const counter = new LineCounter();
  const fail: Fail = (offset, message) => {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    return new UsageError(`${file}:${line}:${offset - before.lastIndexOf('\n')}: ${shortened(message)}`);
  };
  try {
    const document = parsed(text, counter, fail);
    const values = validated(document, fail);
    const at = (path: readonly PropertyKey[]) => counter.linePos(offsetOf(nodeAt(document, path)) ?? 0);
    const placeOf = (path: readonly PropertyKey[]): string => `${file}:${at(path).line}:${at(path).col}`;
    return { file, text, document, values, lineOf: (path) => at(path).line, placeOf, hasMark };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}:1:1: nested too deeply`);
    throw error;
  }
}

/** Reads a file as perimeter.yml. */
export const readConfiguration = (file: string): ReadFile =>
  readConfigurationText(fileText(file, 'configuration', mostMebibytes, true), file);
