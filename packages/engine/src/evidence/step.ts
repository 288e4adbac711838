import { fillTemplate } from '@perimeter/protocols/template';
import { stepTexts } from './step-texts.data.ts';

export type StepCode = keyof typeof stepTexts;

/** What evidence keeps of a step that failed or took too long: its code, and in parentheses where it was done. */
export type KeptStep = `${StepCode}(${string})`;

const isCode = (code: string): code is StepCode => Object.hasOwn(stepTexts, code);

const partsOf = (kept: string): string[] => /^([a-z-]+)\((.*)\)$/s.exec(kept)?.slice(1) ?? [];

/** The code of a step in evidence; null for words of earlier versions. */
export function stepCodeOf(kept: string): StepCode | null {
  const [code = ''] = partsOf(kept);
  return isCode(code) ? code : null;
}

/** The words for a step; what is no such code comes from earlier versions, and is words itself. */
export function stepText(kept: string): string {
  const [, where = ''] = partsOf(kept);
  const code = stepCodeOf(kept);
  return code === null ? kept : fillTemplate(stepTexts[code], [where]);
}
