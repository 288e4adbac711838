// Makes packages/report/fonts from the unpacked @expo-google-fonts packages: node tools/vendor-fonts.ts NODE_MODULES
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { coverageOf } from './fonts/coverage.ts';
import { renameFont } from './fonts/rename.ts';

/** Package, the family's file name in it, our family, and the weights that the document uses. */
const families: readonly (readonly [from: string, file: string, family: string, weights: readonly string[]])[] = [
  ['ibm-plex-sans', 'IBMPlexSans', 'Perimeter Sans', ['400Regular', '500Medium', '600SemiBold', '700Bold']],
  ['ibm-plex-mono', 'IBMPlexMono', 'Perimeter Mono', ['400Regular', '500Medium', '600SemiBold']],
  ['ibm-plex-serif', 'IBMPlexSerif', 'Perimeter Serif', ['400Regular', '500Medium']],
  ['noto-sans-mono', 'NotoSansMono', 'Perimeter Fallback Mono', ['400Regular']],
  ['noto-sans-sc', 'NotoSansSC', 'Perimeter CJK', ['400Regular']],
  ['ibm-plex-sans-arabic', 'IBMPlexSansArabic', 'Perimeter Arabic', ['400Regular']],
  ['noto-sans-hebrew', 'NotoSansHebrew', 'Perimeter Hebrew', ['400Regular']],
  ['noto-sans-devanagari', 'NotoSansDevanagari', 'Perimeter Devanagari', ['400Regular']],
  ['noto-sans-thai', 'NotoSansThai', 'Perimeter Thai', ['400Regular']],
  ['noto-emoji', 'NotoEmoji', 'Perimeter Emoji', ['400Regular']],
  ['noto-sans-symbols-2', 'NotoSansSymbols2', 'Perimeter Symbols', ['400Regular']],
  ['noto-sans-kr', 'NotoSansKR', 'Perimeter Korean', ['400Regular']],
  ['noto-sans-bengali', 'NotoSansBengali', 'Perimeter Bengali', ['400Regular']],
  ['noto-sans-tamil', 'NotoSansTamil', 'Perimeter Tamil', ['400Regular']],
  ['noto-sans-telugu', 'NotoSansTelugu', 'Perimeter Telugu', ['400Regular']],
  ['noto-sans-kannada', 'NotoSansKannada', 'Perimeter Kannada', ['400Regular']],
  ['noto-sans-malayalam', 'NotoSansMalayalam', 'Perimeter Malayalam', ['400Regular']],
  ['noto-sans-gujarati', 'NotoSansGujarati', 'Perimeter Gujarati', ['400Regular']],
  ['noto-sans-gurmukhi', 'NotoSansGurmukhi', 'Perimeter Gurmukhi', ['400Regular']],
  ['noto-sans-sinhala', 'NotoSansSinhala', 'Perimeter Sinhala', ['400Regular']],
  ['noto-sans-khmer', 'NotoSansKhmer', 'Perimeter Khmer', ['400Regular']],
  ['noto-sans-lao', 'NotoSansLao', 'Perimeter Lao', ['400Regular']],
  ['noto-sans-myanmar', 'NotoSansMyanmar', 'Perimeter Myanmar', ['400Regular']],
  ['noto-sans-georgian', 'NotoSansGeorgian', 'Perimeter Georgian', ['400Regular']],
  ['noto-sans-armenian', 'NotoSansArmenian', 'Perimeter Armenian', ['400Regular']],
  ['noto-sans-ethiopic', 'NotoSansEthiopic', 'Perimeter Ethiopic', ['400Regular']],
];

const [modules = ''] = readCommandLine('Usage: node tools/vendor-fonts.ts NODE_MODULES', {}, [1, 1]).positionals;
const target = path.resolve(import.meta.dirname, '../packages/report/fonts');
mkdirSync(target, { recursive: true });

const coverage: Record<string, string> = {};
for (const [from, file, family, weights] of families) {
  const source = path.join(modules, '@expo-google-fonts', from);
  const ours = family.replaceAll(' ', '');
  copyFileSync(path.join(source, 'LICENSE_FONT'), path.join(target, `OFL-${ours}.txt`));
  for (const weight of weights) {
    const font = readFileSync(path.join(source, weight, `${file}_${weight}.ttf`));
    writeFileSync(path.join(target, `${ours}-${weight.slice(3)}.ttf`), renameFont(font, family, weight.slice(3)));
    // Hexadecimal ranges such as "20-7e,a0": one line per family, from the regular weight, because all weights cover
    // the same.
    if (weight === '400Regular') {
      coverage[family] = coverageOf(font)
        .map(([start, end]) => (start === end ? start.toString(16) : `${start.toString(16)}-${end.toString(16)}`))
        .join(',');
    }
  }
}
writeFileSync(path.join(target, 'coverage.json'), `${JSON.stringify(coverage, null, 1)}\n`);
