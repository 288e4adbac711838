import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import type { ServerAnswer } from '../client/answer.ts';
import { byClosing } from '../client/attempts.ts';
import { refusedByClosing } from '../client/diagnosis.ts';
import type { FirstAnswers } from './negotiated.ts';

/** A version that closed twice, with an answered hello afterwards, is refused. */
export const settled = (again: FirstAnswers): FirstAnswers =>
  new Map(
    [...again].map(([version, answer]): [TlsVersionName, ServerAnswer] => [
      version,
      answer.kind === 'failed' && byClosing.has(answer.failure.reason) ? refusedByClosing(answer.failure) : answer,
    ]),
  );
