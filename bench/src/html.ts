// npm run bench -- html: parses one mebibyte each of several hostile HTML texts into facts, and of script searched for
// libraries: total CPU time, and the longest slice.
import { createHash } from 'node:crypto';
import { documentOf, readDocument } from '@perimeter/protocols/html/document/document';
import { librariesIn } from '@perimeter/protocols/libraries/detect';
import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import { markdownTable } from './table.ts';

const bytes = 1_048_576;
const runs = 3;
const options = {
  url: 'https://site.lab/',
  sha256: (text: string): string => createHash('sha256').update(text).digest('base64'),
};

const filled = (piece: string): string => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);
const numbered = (piece: (index: number) => string): string => {
  const parts: string[] = [];
  for (let index = 0, length = 0; length < bytes; index += 1) {
    const part = piece(index);
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, bytes);
};

/** Names of what is repeated, and the text. */
const inputs: readonly (readonly [name: string, html: string])[] = [
  [
    'ordinary article',
    numbered((index) => `<p class=x><a href="/page/${index}">Word ${index} of many</a> and more text here.</p>\n`),
  ],
  ...[
    '<',
    '<a ',
    '<a b=c ',
    '&',
    '&#',
    '<!--',
    '<!-- password = x -->',
    '<div>',
    '<b><p>',
    '<svg>',
    '<svg><desc>',
    '<template>',
    '<template shadowrootmode=open>',
    '<picture>',
    '<form>',
    '"',
    '</',
    ']]>',
    'a ',
    'a, b. ',
    'é',
    '<script>1</script>',
    '<script>',
    '<script><!--',
    '<style>',
    '<title>',
    '<base href=/x/>',
    '<meta http-equiv=refresh content=1>',
    '<iframe src=x>',
    '<img srcset="a 1x,b 2x">',
    '<a href=//a.b>',
    '<input type=hidden name=csrf>',
    '<p onclick=x style=y>',
    'AKIAQZ7T4MNB2KLPX5WD ',
    '-----BEGIN ',
    'sk_live_',
    'ghp_',
    '<!-- /home/a/ 10.0.0.1 C:\\a -->',
  ].map((piece) => [piece, filled(piece)] as const),
  ['one attribute', `<a href="${filled('/')}`],
  ['one srcset', `<img srcset="${filled('a 1x,')}">`],
  ['one srcset of parentheses', `<img srcset="${filled('a (')}">`],
  ['one query', `<img src="/?${filled('a=secretsecret&')}">`],
  ['30,000 names of attributes', `<a ${numbered((index) => `a${index} `)}>`],
  [
    'a long base, then pictures',
    `<base href="/${filled('x').slice(0, 60_000)}">${filled('<img src=x>').slice(60_100)}`,
  ],
  ['a base of 4 KiB, then links', `<base href="/${filled('x').slice(0, 4_000)}">${filled('<a href=x>').slice(4_100)}`],
  [
    'a base of 4 KiB, then pictures',
    `<base href="/${filled('x').slice(0, 4_000)}">${filled('<img src=x>').slice(4_100)}`,
  ],
  [
    'a base of 4 KiB, then forms',
    `<base href="/${filled('x').slice(0, 4_000)}">${filled('<form></form>').slice(4_100)}`,
  ],
  ['hosts of links', numbered((index) => `<a href=//h${index}.lab>`)],
  ['one comment', `<!-- ${filled('password=abcdef ')} -->`],
  ['one script', `<script>${filled('f();')}</script>`],
];

interface Measured {
  name: string;
  total: number;
  longest: number;
}

/** CPU time of this thread, independent of the machine's load. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function measure(name: string, reading: Generator<void, unknown>): Measured {
  let [total, longest] = [0, 0];
  for (;;) {
    const start = threadMs();
    const { done } = reading.next();
    const took = threadMs() - start;
    total += took;
    longest = Math.max(longest, took);
    if (done === true) return { name, total, longest };
  }
}

/** The best of several runs, to exclude the machine's other load. */
function best(name: string, read: () => Generator<void, unknown>): Measured {
  const all = Array.from({ length: runs }, () => measure(name, read()));
  return {
    name,
    total: Math.min(...all.map(({ total }) => total)),
    longest: Math.min(...all.map(({ longest }) => longest)),
  };
}

/** The slowest texts, by their longest slice. */
function print(title: string, measured: readonly Measured[]): void {
  const sorted = measured.toSorted((a, b) => b.longest - a.longest);
  const worst = Math.max(...sorted.map(({ total }) => total));
  console.log(`\n## ${sorted.length} ${title}: worst ${worst.toFixed(0)} ms of CPU in all\n`);
  console.log(
    markdownTable(
      ['repeated', 'all ms', 'longest slice ms'],
      sorted.slice(0, 15).map(({ name, total, longest }) => [`\`${name}\``, total.toFixed(0), longest.toFixed(1)]),
    ),
  );
}

/** Surroundings of a regular expression's fixed text, so that it matches partly and fails late. */
const fillers = [' ', 'a', '\n', '*', '"', '1.', '="1.1"', ',.VERSION="1.1"'];
const { libraries } = shippedLibraries;
const literals = [...new Set(libraries.flatMap(({ marks }) => marks.flatMap((mark) => mark.literals)))];
const scripts: readonly (readonly [name: string, text: string])[] = [
  ...fillers.map((filler) => [JSON.stringify(filler), filled(filler)] as const),
  ...fillers.map((filler) => {
    const text = literals.map((literal) => `${filler.repeat(60)}${literal}${filler.repeat(60)}`).join('');
    return [`every literal in ${JSON.stringify(filler)}`, filled(text)] as const;
  }),
];

documentOf(inputs[0]?.[1] ?? '', options);
print(
  'texts of 1 MiB as HTML',
  inputs.map(([name, html]) => best(name, () => readDocument(html, options))),
);
print(
  'texts of 1 MiB as scripts, searched for libraries',
  scripts.map(([name, text]) => best(name, () => librariesIn({ text }, libraries))),
);
