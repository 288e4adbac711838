/** What an attacker gains if all policies allow the request. */
export type QuestionGroup = 'inline' | 'hosts' | 'compile' | 'structure' | 'style' | 'leak' | 'cleartext' | 'sinks';

/** One attack, as a request to the policies of a document. */
export interface QuestionRow {
  id: string;
  group: QuestionGroup;
  /** The request that is tested: text in the markup, compilation, a sink, or something loaded from a URL. */
  ask:
    | { inline: 'script' | 'script attribute' | 'navigation' | 'style' | 'style attribute' }
    | { compile: 'eval' | 'wasm' }
    | { sinks: true }
    | {
        load:
          | 'script'
          | 'worker'
          | 'style'
          | 'object'
          | 'base-uri'
          | 'form-action'
          | 'frame-ancestors'
          | 'frame-src'
          | 'img-src'
          | 'connect-src'
          | 'font-src'
          | 'media-src'
          | 'manifest-src';
        url: string;
        /** Another address of the same kind, where a list may hold one scheme and not the other. */
        orUrl?: string;
      };
}

/** `{attacker}` is a placeholder for a host that no policy names. */
const anyHost = 'https://{attacker}/';
const socket = 'wss://{attacker}/';
const cleartext = 'http://{attacker}/';

/** The attacks that every document's policies are tested with, in the order in which reports list them. */
export const questionRows = [
  { id: 'inline-script', group: 'inline', ask: { inline: 'script' } },
  { id: 'inline-handler', group: 'inline', ask: { inline: 'script attribute' } },
  { id: 'javascript-url', group: 'inline', ask: { inline: 'navigation' } },
  { id: 'script-any-host', group: 'hosts', ask: { load: 'script', url: anyHost } },
  { id: 'script-data', group: 'hosts', ask: { load: 'script', url: 'data:text/javascript,1' } },
  { id: 'script-blob', group: 'hosts', ask: { load: 'script', url: 'blob:{self}/1' } },
  { id: 'script-filesystem', group: 'hosts', ask: { load: 'script', url: 'filesystem:{self}/temporary/1' } },
  { id: 'worker-any-host', group: 'hosts', ask: { load: 'worker', url: anyHost } },
  { id: 'worker-data', group: 'hosts', ask: { load: 'worker', url: 'data:text/javascript,1' } },
  { id: 'worker-blob', group: 'hosts', ask: { load: 'worker', url: 'blob:{self}/1' } },
  { id: 'eval', group: 'compile', ask: { compile: 'eval' } },
  { id: 'wasm', group: 'compile', ask: { compile: 'wasm' } },
  { id: 'dom-sinks', group: 'sinks', ask: { sinks: true } },
  { id: 'object-any-host', group: 'structure', ask: { load: 'object', url: anyHost } },
  { id: 'object-data', group: 'structure', ask: { load: 'object', url: 'data:text/html,1' } },
  { id: 'base-any-host', group: 'structure', ask: { load: 'base-uri', url: anyHost } },
  { id: 'form-any-host', group: 'structure', ask: { load: 'form-action', url: anyHost } },
  { id: 'framed-by-any-host', group: 'structure', ask: { load: 'frame-ancestors', url: anyHost } },
  { id: 'frame-any-host', group: 'structure', ask: { load: 'frame-src', url: anyHost } },
  { id: 'inline-style', group: 'style', ask: { inline: 'style' } },
  { id: 'style-attribute', group: 'style', ask: { inline: 'style attribute' } },
  { id: 'style-any-host', group: 'style', ask: { load: 'style', url: anyHost } },
  { id: 'image-any-host', group: 'leak', ask: { load: 'img-src', url: anyHost } },
  { id: 'connect-any-host', group: 'leak', ask: { load: 'connect-src', url: anyHost, orUrl: socket } },
  { id: 'font-any-host', group: 'leak', ask: { load: 'font-src', url: anyHost } },
  { id: 'media-any-host', group: 'leak', ask: { load: 'media-src', url: anyHost } },
  { id: 'script-http', group: 'cleartext', ask: { load: 'script', url: cleartext } },
  { id: 'image-http', group: 'cleartext', ask: { load: 'img-src', url: cleartext } },
] as const satisfies readonly QuestionRow[];

export type QuestionId = (typeof questionRows)[number]['id'];
