import { protocolErrorTexts } from './protocol-error-texts.data.ts';
import { fillTemplate } from './template.ts';

/** Why a codec stopped: a closed list; `protocol-error-texts.data.ts` has the texts. */
export type ProtocolErrorCode = keyof typeof protocolErrorTexts;

const textOf = (code: ProtocolErrorCode, offset: string, values: readonly string[]): string =>
  `${fillTemplate(protocolErrorTexts[code], values)}${offset === '' ? '' : ` at offset ${offset}`}`;

const keptAt = (code: ProtocolErrorCode, offset: string, values: readonly string[]): string => {
  const plain = values.map((value) => value.replaceAll(/[|()]/g, ' '));
  return `${code}@${offset}${plain.length === 0 ? '' : `(${plain.join('|')})`}`;
};

/** The form in evidence of a problem without a position in the input: `code@`, and the values in parentheses. */
export const keptProblem = (code: ProtocolErrorCode, ...values: readonly (string | number)[]): string =>
  keptAt(code, '', values.map(String));

/** Thrown by binary codecs on malformed input; the probe that fed them catches it and records what was wrong. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;
  /** Byte offset in the input at which decoding stopped. */
  readonly offset: number;
  /** Numbers and field names for the text of the code. */
  readonly values: readonly string[];

  constructor(code: ProtocolErrorCode, offset: number, ...values: readonly (string | number)[]) {
    const texts = values.map(String);
    super(textOf(code, String(offset), texts));
    this.code = code;
    this.offset = offset;
    this.values = texts;
  }

  /** What evidence keeps: `code@offset`, and the values in parentheses. */
  get kept(): string {
    return keptAt(this.code, String(this.offset), this.values);
  }
}

const isCode = (code: string): code is ProtocolErrorCode => Object.hasOwn(protocolErrorTexts, code);

/** The text of a codec's error in evidence; evidence of earlier versions has the text itself. */
export function protocolErrorText(kept: string): string {
  const [, code = '', offset = '', values] = /^([a-z0-9-]+)@(\d*)(?:\(([^]*)\))?$/.exec(kept) ?? [];
  return isCode(code) ? textOf(code, offset, values?.split('|') ?? []) : kept;
}

/** A sentence from its template, where values may be kept errors. */
export const fillSentence = (template: string, values: readonly string[]): string =>
  fillTemplate(template, values.map(protocolErrorText));
