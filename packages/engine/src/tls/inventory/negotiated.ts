import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import type { Answer } from '../client/answer.ts';
import { speaks } from '../client/answer.ts';
import type { FirstAnswers, LegacyVersion } from './first-handshakes.ts';

/** An answer with a ServerHello. */
export type HelloAnswer = Extract<Answer, { kind: 'hello' }>;

/** An accepted version up to TLS 1.2 and its first answer. */
export interface LegacySpoken {
  version: LegacyVersion;
  first: HelloAnswer;
}

/** Which versions are spoken. */
export interface Spoken {
  /** Newest first. */
  legacy: LegacySpoken[];
  tls13: HelloAnswer | null;
}

const newestFirst = ['TLSv1.2', 'TLSv1.1', 'TLSv1.0', 'SSLv3'] as const;

const helloOf = (answers: FirstAnswers, version: TlsVersionName): HelloAnswer | null => {
  const answer = answers.get(version);
  return answer?.kind === 'hello' && speaks(answer, wireVersions[version]) ? answer : null;
};

/** Reads the spoken versions from the first answers. */
export const spokenIn = (answers: FirstAnswers): Spoken => ({
  legacy: newestFirst.flatMap((version) => {
    const first = helloOf(answers, version);
    return first === null ? [] : [{ version, first }];
  }),
  tls13: helloOf(answers, 'TLSv1.3'),
});
