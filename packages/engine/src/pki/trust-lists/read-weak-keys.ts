import { ListProblem } from './list-problem.ts';

/** A line of the list: the last 80 bits of a SHA-1, as in openssl-vulnkey(1). */
const row = /^[0-9a-f]{20}$/;

/** Identifiers of weak moduli from the text of a list as Debian and Ubuntu published it. Lines with # are comments. */
export function readWeakKeys(text: string): string[] {
  const names: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const name = line.trim();
    if (name === '' || name.startsWith('#')) continue;
    if (!row.test(name)) throw new ListProblem(`line ${index + 1}: not 20 hexadecimal digits in lower case`);
    names.push(name);
  }
  if (names.length === 0) throw new ListProblem('the file lists no key');
  return names;
}
