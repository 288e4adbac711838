import type { StartTag } from '../tokens.ts';
import { trimSpace } from '../trim-space.ts';

/** HTML, "JavaScript MIME type". */
const scriptTypes: ReadonlySet<string> = new Set(
  (
    'application/ecmascript application/javascript application/x-ecmascript application/x-javascript text/ecmascript ' +
    'text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4 ' +
    'text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript'
  ).split(' '),
);

/** HTML, "prepare the script element": the type, or the language of old pages. */
function typeOf({ attributes }: StartTag): string {
  const type = attributes.get('type');
  if (type !== undefined) return type === '' ? 'text/javascript' : trimSpace(type).toLowerCase();
  const language = attributes.get('language') ?? '';
  return language === '' ? 'text/javascript' : `text/${language.toLowerCase()}`;
}

/** Whether a script is a module, which is always fetched with CORS (HTML, "fetch a single module script"). */
export const isModule = (tag: StartTag): boolean => typeOf(tag) === 'module';

/** Whether a script is an import map; one with `src` is none (HTML, "prepare the script element"). */
export const isImportMap = (tag: StartTag): boolean => typeOf(tag) === 'importmap' && !tag.attributes.has('src');

/** Scripts with `for` and `event` run only if these name the load of the window (HTML, "prepare the script element"). */
function isForOtherEvent({ attributes }: StartTag): boolean {
  const [target, event] = ['for', 'event'].map((name) => attributes.get(name)?.trim().toLowerCase());
  if (target === undefined || event === undefined) return false;
  return target !== 'window' || !/^onload(?:\(\))?$/.test(event);
}

/**
 * Whether a browser runs the script: not a block of data, and in HTML, which has attributes for that, not one for browsers
 * without modules or for another event.
 */
export const isRunScript = (tag: StartTag, isHtml: boolean): boolean =>
  isModule(tag) ||
  (scriptTypes.has(typeOf(tag)) && !(isHtml && (tag.attributes.has('nomodule') || isForOtherEvent(tag))));

/** CSP3 section 6.7.2.3, "is element nonceable": markup within an attribute shows that the tag swallowed another. */
export function isNonceable({ attributes }: StartTag): boolean {
  const nonce = attributes.get('nonce');
  if (nonce === undefined || nonce === '') return false;
  return ![...attributes].some(([name, value]) => /<script|<style/i.test(name) || /<script|<style/i.test(value));
}

/** Attributes that browsers compile as script. */
export const handlersOf = ({ attributes }: StartTag): number =>
  [...attributes.keys()].filter((name) => /^on[a-z]{2,}$/.test(name)).length;

const maxUrlCharacters = 512;

/** The source map that a script names in its last lines, without query. */
export function sourceMapOf(code: string): string | null {
  const at = Math.max(code.lastIndexOf('//# sourceMappingURL='), code.lastIndexOf('//@ sourceMappingURL='));
  if (at === -1) return null;
  const url = /^\S{1,512}/.exec(code.slice(at + '//# sourceMappingURL='.length))?.[0] ?? '';
  if (url === '') return null;
  return url.startsWith('data:') ? 'data:' : (url.split(/[?#]/)[0] ?? '').slice(0, maxUrlCharacters);
}
