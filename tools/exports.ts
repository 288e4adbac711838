// Writes the exports of all packages. Separate from the other generators, which cannot start while an import of theirs
// is not exported.
import { writeFileSync } from 'node:fs';
import { packageExports } from './generate/exports.ts';

for (const { path, text } of packageExports()) writeFileSync(path, text);
