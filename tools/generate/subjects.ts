import path from 'node:path';
import { modules } from '@perimeter/engine/modules/registry';
import { Checkout } from '../scaffold/checkout.ts';
import { type Exemplar, subjectsOf } from '../scaffold/subjects.ts';
import { betweenMarkers } from './between-markers.ts';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

const MODULES = 'packages/engine/src/modules';

/** The first sentence of the comment above an exported subject. */
function sentenceOf(checkout: Checkout, { subject, file }: Exemplar): string {
  const [before] = checkout.read(file).split(new RegExp(`^export const ${subject}\\b`, 'mu'));
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/u.exec(before ?? '')?.[1] ?? '';
  const text = comment
    .replaceAll(/^\s*\*\s?/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return (/^.*?(?=\.(?:\s|$)|;|: )/u.exec(text)?.[0] ?? '').replace(/^\w/u, (letter) => letter.toLowerCase());
}

/** Every subject with checks, in the order of the modules, with a check to read first. */
function subjectsInUse(checkout: Checkout): Exemplar[] {
  const all = modules.flatMap(({ id }) => subjectsOf(checkout, MODULES, id));
  return [...Map.groupBy(all, ({ subject }) => subject).values()].flatMap(
    (one) => one.find(({ isSpecial }) => !isSpecial) ?? one.slice(0, 1),
  );
}

/** The guide with its table of subjects renewed. */
export function guideWithSubjects(): GeneratedFile {
  const checkout = new Checkout(repoRoot);
  const rows = subjectsInUse(checkout).map((one) => {
    const kept = path.posix.basename(one.file, '.ts');
    return `| \`${one.subject}\` | ${sentenceOf(checkout, one)} | \`${kept}\` | \`${one.module}/${one.topic}.ts\` |`;
  });
  const head = ['| Subject | What a check judges | File | Exemplar |', '|---|---|---|---|'];
  return betweenMarkers('CONTRIBUTING.md', 'subjects', [...head, ...rows].join('\n'));
}
