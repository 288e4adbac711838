import { deprecatedDirectives, fetchDirectives, loneDirectives, otherDirectives } from './directives.ts';
import type { CspPolicy } from './parse.ts';
import { type InvalidSource, keywords, readSource, type Source } from './sources.ts';

/** Errors in the text of a policy, regardless of what it allows. */
export type SyntaxCode =
  | 'not-ascii'
  | 'repeated-directive'
  | 'unknown-directive'
  | 'deprecated-directive'
  /** The value contains the name of the header. */
  | 'header-name-in-value'
  /** The name of a directive among sources: a semicolon is missing before it. */
  | 'missing-semicolon'
  | 'unquoted-keyword'
  /** 'none' beside other sources, where it has no effect. */
  | 'none-with-others'
  | InvalidSource;

export interface SyntaxProblem {
  code: SyntaxCode;
  directive: string;
  /** The token; null where it is the directive itself. */
  token: string | null;
}

const isKnown = (name: string): boolean =>
  fetchDirectives.has(name) || loneDirectives.has(name) || otherDirectives.has(name);

/** Whether a directive holds a list of sources. */
export const hasSources = (name: string): boolean => fetchDirectives.has(name) || loneDirectives.has(name);

function directiveProblem(name: string): SyntaxCode | null {
  if (name.startsWith('content-security-policy')) return 'header-name-in-value';
  if (deprecatedDirectives.has(name)) return 'deprecated-directive';
  return isKnown(name) ? null : 'unknown-directive';
}

/** The name of a directive in place of a value; no such name is a token of sandbox, a kind of sink, an endpoint or a usual path. */
const isDirectiveName = (value: string): boolean => {
  const name = value.toLowerCase();
  return name.includes('-') && (isKnown(name) || deprecatedDirectives.has(name));
};

const unquoted: ReadonlySet<string> = new Set([...keywords, 'none']);

function tokenProblem(source: Source, isAlone: boolean): SyntaxCode | null {
  if (source.kind === 'invalid') return source.reason;
  if (source.kind === 'none') return isAlone ? null : 'none-with-others';
  if (source.kind !== 'host') return null;
  const text = source.text.toLowerCase();
  if (unquoted.has(text) || /^(?:nonce|sha256|sha384|sha512)-/.test(text)) return 'unquoted-keyword';
  return isKnown(text) || deprecatedDirectives.has(text) ? 'missing-semicolon' : null;
}

function* problemsOf(name: string, values: readonly string[]): Generator<SyntaxProblem> {
  const own = directiveProblem(name);
  if (own !== null) yield { code: own, directive: name, token: null };
  if (!hasSources(name)) {
    if (own === 'header-name-in-value' || own === 'unknown-directive') return;
    for (const value of values.filter(isDirectiveName))
      yield { code: 'missing-semicolon', directive: name, token: value };
    return;
  }
  for (const value of values) {
    const code = tokenProblem(readSource(value), values.length === 1);
    if (code !== null) yield { code, directive: name, token: value };
  }
}

/** Everything in a policy that browsers drop, or that has another meaning than it seems to have. */
export function syntaxProblems({ directives, dropped }: CspPolicy): SyntaxProblem[] {
  return [
    ...dropped.map(({ name, reason }): SyntaxProblem => {
      const code = reason === 'repeated' ? 'repeated-directive' : 'not-ascii';
      return { code, directive: name, token: null };
    }),
    ...[...directives].flatMap(([name, values]) => [...problemsOf(name, values)]),
  ];
}

/** Whether a policy has a directive that browsers know: otherwise it restricts nothing. */
export const hasKnownDirective = ({ directives }: CspPolicy): boolean => [...directives.keys()].some(isKnown);
