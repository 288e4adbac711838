import { fillSentence } from '@perimeter/protocols/protocol-error';
import { statusReasons, timestampReasons, weaknessReasons } from './reasons.data.ts';
import type { CertificateFacts, RevocationStatus, SctFacts } from './schema.ts';

/** Why a status answer counts for nothing. */
export const statusSentence = ({ reason, values }: NonNullable<RevocationStatus['problem']>): string =>
  fillSentence(statusReasons[reason], values);

/** Why a timestamp is invalid or could not be verified. */
export const timestampSentence = ({ reason, values }: NonNullable<SctFacts['problem']>): string =>
  fillSentence(timestampReasons[reason], values);

/** What shows that a key is weak. */
export const weaknessSentence = ({ kind, values }: NonNullable<CertificateFacts['key']['weakness']>): string =>
  fillSentence(weaknessReasons[kind], values);
