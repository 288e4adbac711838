import { grade as gradeSchema } from '@perimeter/contract/grade';
import type { BadgeFacts } from '../../repositories/domains/controls.ts';
import { markupText } from '@perimeter/report/xml';

/**
 * Background colours for white text with a contrast ratio of at least 4.5; the border separates them from dark pages.
 */
const grounds: Readonly<Record<string, string>> = {
  A: '#13704a',
  B: '#3c6a1d',
  C: '#8a5a00',
  D: '#a8410f',
  F: '#b3261e',
};
const noGround = '#5b6472';

/** Width of a text at 11 px in pixels, an upper bound for common sans-serif fonts. */
const widthOf = (text: string): number => Math.ceil(text.length * 6.6) + 16;

/** The grade and date of a result, or that there is none. */
function wordsFor({ latest }: BadgeFacts): { value: string; ground: string } {
  const known = gradeSchema.safeParse(latest?.grade);
  if (latest === null || !known.success) return { value: 'not available', ground: noGround };
  const day = latest.endedAt.toISOString().slice(0, 10);
  return { value: `${known.data} · ${day}`, ground: grounds[known.data.charAt(0)] ?? noGround };
}

/** A badge as SVG: only shapes and text, without script, style sheet, font or link. */
export function badgeImage(facts: BadgeFacts): string {
  const { value, ground } = wordsFor(facts);
  const [left, right] = [widthOf('perimeter'), widthOf(value)];
  const width = left + right;
  const text = (content: string, from: number, wide: number): string =>
    `<text x="${from + wide / 2}" y="14" textLength="${wide - 16}" lengthAdjust="spacingAndGlyphs">${markupText(content)}</text>`;
  const said = markupText(`Perimeter, ${facts.domain}: ${value.replace(' · ', ', ')}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${said}">`,
    `<title>${said}</title>`,
    `<rect width="${width}" height="20" rx="3" fill="#1b2540"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${ground}"/>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="19" rx="2.5" fill="none" stroke="#8a93a6"/>`,
    `<g fill="#fff" font-family="system-ui,Verdana,sans-serif" font-size="11" text-anchor="middle">`,
    text('perimeter', 0, left),
    text(value, left, right),
    '</g></svg>\n',
  ].join('');
}
