import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { words } from './words.data.ts';

/** Files without text for users, or with protocol terms. */
const exempt =
  /[.]test[.]ts$|[.]lab[.]test[.]ts$|\/testing\/|\/golden\/|^(lab|bench|tools)\/.*[.]ts$|^packages\/protocols\/src\/|[.]data[.]ts$|^lab\/README[.]md$/u;

/** A place with a rejected word. */
export interface WordPlace {
  file: string;
  line: number;
  word: string;
  instead: string;
}

/**
 * The parts of a line that users may read: prose without code in documents, quoted text of several words in programs.
 */
function readable(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`/gu, '');
  if (/^\s*(\/\/|\/?\*)/u.test(line)) return '';
  return [...line.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?/gu)]
    .map(([text]) => text.replaceAll(/\$\{[^}]*\}/gu, '…'))
    .filter((text) => text.includes(' '))
    .join('\n');
}

/** All rejected words in a text. */
export function wordsIn(file: string, text: string): WordPlace[] {
  let fenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (file.endsWith('.md') && line.trimStart().startsWith('```')) fenced = !fenced;
    if (fenced) return [];
    const shown = readable(file, line);
    return words.flatMap(({ pattern, instead }) => {
      const [word] = pattern.exec(shown) ?? [];
      return word === undefined ? [] : [{ file, line: index + 1, word, instead }];
    });
  });
}

/** All rejected words in the documents and programs of the repository. */
export function findWords(root: string): WordPlace[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.ts', '*.typ'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return listed
    .split('\n')
    .filter((file) => file !== '' && !exempt.test(file))
    .flatMap((file) => wordsIn(file, readFileSync(path.join(root, file), 'utf8')));
}
