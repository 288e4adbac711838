import { fillTemplate } from '@perimeter/protocols/template';
import { stepTexts } from './step-texts.data.ts';

type StepCode = keyof typeof stepTexts;

/** What evidence keeps of a step that failed or took too long: its code, and in parentheses where it was done. */
export type KeptStep = `${StepCode}(${string})`;

const isCode = (code: string): code is StepCode => Object.hasOwn(stepTexts, code);

/** The words for a step; what is no such code comes from earlier versions, and is words itself. */
export function stepText(kept: string): string {
  const [, code = '', where = ''] = /^([a-z-]+)\((.*)\)$/s.exec(kept) ?? [];
  return isCode(code) ? fillTemplate(stepTexts[code], [where]) : kept;
}
