import type { Reference } from './resources.ts';

/** Maximum number of addresses in one script, because each is resolved. */
const maxReferences = 50;

const maxText = 2_048;
const spaces = '\\s{0,8}';
const quoted = `(?:"[^"\\n\\\\]{1,${maxText}}"|'[^'\\n\\\\]{1,${maxText}}')`;
/** An address as a literal first argument; computed addresses are not guessed. */
const argument = `\\(${spaces}(?:${quoted}|\`[^\`$\\n\\\\]{1,${maxText}}\`)${spaces}[,)]`;
const word = (name: string): string => `(?<![\\w$.])${name}`;

/**
 * What decides where an address stands in a script (ECMAScript, "lexical grammar"): comments, strings and regular expressions hide
 * what stands in them. A clause of names ends at the next declaration, so that the time stays linear.
 */
const tokens = new RegExp(
  [
    '/\\*[^]*?(?:\\*/|$)|//[^\\n]*',
    `\\b(?:new\\s{1,8}(?:Shared)?Worker|serviceWorker${spaces}\\.${spaces}register)${spaces}(?<worker>${argument})`,
    `${word('import')}${spaces}(?<dynamic>${argument})`,
    `(?:${word('import')}|${word('(?:im|ex)port')}(?:(?!\\b(?:im|ex)port\\b)[\\w$\\s{},*]){1,1000}?\\bfrom)${spaces}(?<declared>${quoted})`,
    // One without an end hides the rest of its line, or of the script.
    '"(?:[^"\\\\\\n]|\\\\[^])*(?:"|(?=\\n)|$)|\'(?:[^\'\\\\\\n]|\\\\[^])*(?:\'|(?=\\n)|$)|`(?:[^`\\\\]|\\\\[^])*(?:`|$)',
    '(?<=[(,=:[!&|?{};+*%~^<>]\\s{0,2})/(?![/*])(?:[^/\\\\\\n[]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.){0,100}\\]){1,500}?/',
  ].join('|'),
  'g',
);

/** HTML, "resolve a module specifier": a name without scheme or path is one of the import map. */
export const isSpecifiedUrl = (text: string): boolean => /^(?:\.{0,2}\/|https?:|data:|blob:)/i.test(text);

const addressIn = (text: string): string => /["'`]([^]*)["'`]/.exec(text)?.[1] ?? '';

/** What a script that runs loads by a literal address: workers and modules. Declarations count in modules alone. */
export function scriptReferences(code: string, isModule: boolean): Reference[] {
  const found: Reference[] = [];
  for (const { groups = {} } of code.matchAll(tokens)) {
    const { worker, dynamic, declared } = groups;
    if (worker !== undefined) found.push({ kind: 'worker', text: addressIn(worker) });
    const module = addressIn(dynamic ?? (isModule ? (declared ?? '') : ''));
    if (isSpecifiedUrl(module)) found.push({ kind: 'script', text: module, as: 'import' });
    if (found.length >= maxReferences) break;
  }
  return found;
}
