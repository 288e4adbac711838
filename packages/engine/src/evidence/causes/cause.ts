import { demandsCertificate, detailOf, failureText, gapText, isAnswered, responseText } from '../failure-text.ts';
import type { UnknownBecause } from '../observed.ts';
import { stepCodeOf } from '../step.ts';
import { type Cause, causes } from '../causes.data.ts';
import { openReasons } from './open/open-reasons.data.ts';
import { gapCauses } from './gap-causes.data.ts';
import { causeOfWords } from '../worded.ts';

/** Why something was not seen: the code that decides, and the sentence for people. */
export interface Why {
  cause: Cause;
  reason: string;
}

/** What shows a cause: its code, a failure in evidence, or a reason that is at hand; of several, the foremost counts. */
export type By = Cause | UnknownBecause | Why | readonly By[];

const ranks: ReadonlyMap<string, number> = new Map(Object.keys(causes).map((cause, rank) => [cause, rank]));

const foremost = (all: readonly Cause[]): Cause =>
  all.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))[0] ?? 'unnamed';

/** Steps whose failure has a cause of its own; that of all others is silence. */
const stepCauses: Readonly<Record<string, Cause>> = {
  'ask-name-servers': 'name-servers',
  'ask-registry': 'registration',
  'ask-upgrade': 'mail-server',
  'fetch-policy': 'mail-server',
  'test-starttls': 'mail-server',
  'starttls-of': 'mail-server',
};

/** Steps that a server draws out, one byte at a time. */
const drawnOut: ReadonlySet<string> = new Set(['tls-handshake', 'session', 'second-session', 'offer-session']);

/** The cause of an answer with this status: a limit, a legal demand (RFC 7725), an error of the server, a login, or a wall. */
export function causeOfStatus(status: number): Cause {
  if (status === 401) return 'site-login';
  if (status === 451) return 'legal';
  if (status === 429 || status === 503) return 'limited';
  return status >= 500 && status <= 599 ? 'server-error' : 'walled';
}

/** What the reason of a failure says by itself; others say nothing without their code. */
const reasonCauses: Readonly<Partial<Record<UnknownBecause['reason'], Cause>>> = {
  refused: 'silence',
  unreachable: 'silence',
  timeout: 'silence',
  reset: 'silence',
  closed: 'silence',
  malformed: 'unusable-answer',
  'rate-limited': 'limited',
  cancelled: 'budget',
  'http2-only': 'unsupported-here',
};

/** Commands that mail servers answer. */
const mailCommands: ReadonlySet<string> = new Set(['STARTTLS', 'EHLO']);

function causeOfGap(failure: UnknownBecause): Cause {
  const [first = ''] = failure.values ?? [];
  const step = stepCodeOf(first) ?? '';
  const own = gapCauses[failure.gap];
  switch (failure.gap) {
    case 'step-failed':
      return stepCauses[step] ?? own;
    case 'step-too-long':
      return drawnOut.has(step) ? 'slow' : foremost([own, stepCauses[step] ?? own]);
    case 'answer-before-tls':
    case 'upgrade-unanswered':
      return mailCommands.has(first) ? 'mail-server' : own;
    case 'fetch-status':
      return causeOfStatus(Number(first));
    case 'words-kept':
      return causeOfWords(first);
    default:
      return own;
  }
}

function causeOfFailure(failure: UnknownBecause): Cause {
  const own = demandsCertificate(failure) ? 'client-certificate' : causeOfGap(failure);
  return foremost([own, reasonCauses[failure.reason] ?? own]);
}

/** The code of what shows a cause. */
export function causeOf(by: By): Cause {
  if (typeof by === 'string') return by;
  if (isList(by)) return foremost(by.map(causeOf));
  return 'cause' in by ? by.cause : causeOfFailure(by);
}

const isList = (by: By): by is readonly By[] => Array.isArray(by);

/** The names of the values in a sentence of the table. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Why something was not seen, by the code of its sentence. */
export type OpenCode = keyof typeof openReasons;

/** Codes whose values do not matter to the cause. */
export type CodeWithCause = {
  [Code in OpenCode]: (typeof openReasons)[Code][0] extends null ? never : Code;
}[OpenCode];

/** The values that the sentence of a code names; without names, none. */
export type ValuesOf<Code extends OpenCode> = [NamesIn<(typeof openReasons)[Code][1]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof openReasons)[Code][1]>, string | number>>];

/** The reason with the sentence of a code, where the values show the cause. */
export const whyAs = <Code extends OpenCode>(by: By, code: Code, ...[values]: ValuesOf<Code>): Why => {
  const named: Readonly<Record<string, string | number>> = values ?? {};
  return {
    cause: causeOf(by),
    reason: openReasons[code][1].replaceAll(/\{(\w+)\}/g, (_, name) => String(named[name])).trimEnd(),
  };
};

/** The same where the code has one cause. */
export const whyBy = <Code extends CodeWithCause>(code: Code, ...values: ValuesOf<Code>): Why =>
  whyAs(openReasons[code][0], code, ...values);

/** A failure in evidence, with its closed reason in front of the clause. */
export const failedWhy = (failure: UnknownBecause, by: By = failure): Why => ({
  cause: causeOf(by),
  reason: gapText(failure),
});

/** Several reasons in one, with the foremost cause. */
export const joinedWhy = (...all: readonly [Why, ...Why[]]): Why => ({
  cause: causeOf(all),
  reason: all.map(({ reason }) => reason).join('; '),
});

/** The same reason with words in front, such as the place. */
export const whyAt = (place: string, { cause, reason }: Why): Why => ({ cause, reason: `${place}: ${reason}` });

/** What shows the cause where DNS gave no usable answer, with the failure if one was kept. */
export const lookupBy = (failure?: UnknownBecause): By =>
  failure === undefined ? 'name-servers' : ['name-servers', failure];

/** What shows the cause where a server gave no response that can be used. */
export const responseBy = (failure: UnknownBecause): By => [
  isAnswered(failure) ? 'unusable-answer' : 'silence',
  failure,
];

/** A place whose server gave no response that can be used. */
export const unansweredAt = (place: string, failure: UnknownBecause): Why =>
  whyAs(responseBy(failure), 'place-unanswered', { place, answer: responseText(failure) });

/** Why a question to DNS has no usable answer, by the failure if one was kept. */
export const lookupWhy = (question: string, failure?: UnknownBecause, status?: string): Why =>
  failure === undefined && status === undefined
    ? whyBy('lookup-failed', { question })
    : whyAs(lookupBy(failure), 'lookup-ended', {
        question,
        answer: failure === undefined ? `${status}` : failureText(failure),
      });

/** A reason alone, whatever stands beside it; a failure in evidence with its clause. */
export const asWhy = (by: Why | UnknownBecause): Why => ({
  cause: causeOf(by),
  reason: 'cause' in by ? by.reason : detailOf(by),
});
