/** How everything begins that names a module: imports and exports of a file, calls and types in the middle of it, directives. */
const naming = /\bimport\b|\bfrom\s*['"]|\brequire\s*\(|<reference\b/gu;

/** The text up to the end of the line that names the last module: what imports a file has is known without the rest. */
export function untilLastName(text: string): string {
  const last = [...text.matchAll(naming)].at(-1)?.index;
  if (last === undefined) return '';
  const named = /(['"`])[^]*?\1.*/u.exec(text.slice(last));
  return named === null ? text : text.slice(0, last + named.index + named[0].length);
}
