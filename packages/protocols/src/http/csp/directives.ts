import type { CspPolicy } from './parse.ts';
import { readSources, type SourceList } from './sources.ts';

/** Fetch directives, each with its fallbacks (CSP3 section 6.8.3). */
const fallbacks = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'script-src': ['default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'style-src': ['default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'child-src': ['default-src'],
  'connect-src': ['default-src'],
  'font-src': ['default-src'],
  'img-src': ['default-src'],
  'manifest-src': ['default-src'],
  'media-src': ['default-src'],
  'object-src': ['default-src'],
  'prefetch-src': ['default-src'],
  'default-src': [],
  'fenced-frame-src': ['frame-src', 'child-src', 'default-src'],
} as const;
export type FetchDirective = keyof typeof fallbacks;

/** Directives with a source list and without fallbacks. */
export type LoneDirective = 'base-uri' | 'form-action' | 'frame-ancestors';

export const fetchDirectives: ReadonlySet<string> = new Set(Object.keys(fallbacks));
export const loneDirectives: ReadonlySet<string> = new Set(['base-uri', 'form-action', 'frame-ancestors']);

/** Directives that browsers know and that hold no source list. */
export const otherDirectives: ReadonlySet<string> = new Set([
  'sandbox',
  'upgrade-insecure-requests',
  'require-trusted-types-for',
  'trusted-types',
  'report-uri',
  'report-to',
  'webrtc',
  'require-sri-for',
]);

/** Directives that browsers no longer support, or never did. */
export const deprecatedDirectives: ReadonlySet<string> = new Set([
  'allow',
  'block-all-mixed-content',
  'disown-opener',
  'navigate-to',
  'options',
  'plugin-types',
  'prefetch-src',
  'referrer',
  'reflected-xss',
  'require-sri-for',
  'xhr-src',
]);

/** Directives without effect in a meta element (CSP3 section 3.3). */
export const headerOnlyDirectives: ReadonlySet<string> = new Set([
  'frame-ancestors',
  'sandbox',
  'report-uri',
  'report-to',
]);

/** The directive that rules, and its list. */
export interface Ruling {
  directive: string;
  list: SourceList;
}

function ruling(policy: CspPolicy, names: readonly string[]): Ruling | null {
  for (const directive of names) {
    const values = policy.directives.get(directive);
    if (values !== undefined) return { directive, list: readSources(values) };
  }
  return null;
}

/** The directive of a policy that rules a kind of request; null where none does, and everything is allowed. */
export const rulingDirective = (policy: CspPolicy, name: FetchDirective | LoneDirective): Ruling | null =>
  ruling(policy, [name, ...(name in fallbacks ? fallbacks[name as FetchDirective] : [])]);

/** The directive that rules eval; those for elements do not count (CSP3 section 4.4.1). */
export const rulingForEval = (policy: CspPolicy): Ruling | null => ruling(policy, ['script-src', 'default-src']);

/** The fallbacks of a directive. */
export const fallbacksOf = (name: string): readonly string[] =>
  name in fallbacks ? fallbacks[name as FetchDirective] : [];
