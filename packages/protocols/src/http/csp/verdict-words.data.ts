import type { CspLevel } from './level.ts';
import type { QuestionId } from './questions.data.ts';
import type { IgnoredCode, WeakCode } from './verdict.ts';

/** What kind of policy a document has, in a few words. */
export const levelWords: Readonly<Record<CspLevel, string>> = {
  none: 'none: scripts are not restricted',
  'report-only': 'report-only: nothing is blocked',
  hosts: 'list of hosts',
  'nonce-hash': 'nonces or hashes',
  strict: 'strict',
  'strict-trusted-types': 'strict, with Trusted Types',
};

/** Why a directive does less than it could. */
export const weakWords: Readonly<Record<WeakCode, string>> = {
  'unsafe-inline': 'allows inline code',
  'any-host': 'allows any host',
  'any-scheme': 'allows data: or blob: URLs',
  'bypass-host': 'allows a host that serves code of others',
  'unsafe-eval': 'allows eval',
  'wasm-unsafe-eval': 'allows WebAssembly',
  'unsafe-hashes': "'unsafe-hashes'",
  cleartext: 'allows http: URLs',
  'short-nonce': 'nonce shorter than 128 bits',
};

/** Why a directive, or a token in it, does nothing. */
export const ignoredWords: Readonly<Record<IgnoredCode, string>> = {
  'report-only': 'only reports',
  'header-only': 'has no effect in a meta element',
  unknown: 'unknown directive',
  deprecated: 'deprecated',
  'unsafe-inline-overridden': "'unsafe-inline' is ignored",
  'hosts-overridden': 'hosts are ignored',
  'invalid-tokens': 'has invalid sources',
};

/** What an attacker can do where the question is open. */
export const questionWords: Readonly<Record<QuestionId, string>> = {
  'inline-script': 'Inject an inline script',
  'inline-handler': 'Inject an event handler',
  'javascript-url': 'Inject a javascript: link',
  'script-any-host': 'Load a script from any host',
  'script-data': 'Load a script from a data: URL',
  'script-blob': 'Load a script from a blob: URL',
  'script-filesystem': 'Load a script from a filesystem: URL',
  'worker-any-host': 'Start a worker from any host',
  'worker-data': 'Start a worker from a data: URL',
  'worker-blob': 'Start a worker from a blob: URL',
  eval: 'Run text as code (eval)',
  wasm: 'Compile WebAssembly',
  'dom-sinks': 'Write text into DOM sinks (no Trusted Types)',
  'object-any-host': 'Embed an object from any host',
  'object-data': 'Embed an object from a data: URL',
  'base-any-host': 'Change the base of relative URLs',
  'form-any-host': 'Send forms to any host',
  'framed-by-any-host': 'Frame the page from any site',
  'frame-any-host': 'Show a frame from any host',
  'inline-style': 'Inject a style element',
  'style-attribute': 'Inject a style attribute',
  'style-any-host': 'Load a style sheet from any host',
  'image-any-host': 'Send data in an image URL',
  'connect-any-host': 'Send data by fetch or WebSocket',
  'font-any-host': 'Load a font from any host',
  'media-any-host': 'Load media from any host',
  'script-http': 'Load a script over http:',
  'image-http': 'Load an image over http:',
};
