import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import { type ServerAnswer, speaks } from '../client/answer.ts';
import { byClosing } from '../client/attempts.ts';
import type { HelloVersion } from '../client/hello/hello.ts';

/** The answers to the first handshakes, which decide the accepted versions; the better one where a version was tried twice. */
export type FirstAnswers = ReadonlyMap<TlsVersionName, ServerAnswer>;

/** Versions up to TLS 1.2 that have a ClientHello, oldest first. */
export const legacyVersions = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const;
export type LegacyVersion = (typeof legacyVersions)[number];

/** An answer with a ServerHello. */
export type HelloAnswer = Extract<ServerAnswer, { kind: 'hello' }>;

/** An accepted version up to TLS 1.2 and its first answer. */
export interface NegotiatedVersion {
  version: LegacyVersion;
  first: HelloAnswer;
}

/** The accepted versions that have a ClientHello. */
export interface Negotiated {
  /** Newest first. */
  legacy: NegotiatedVersion[];
  tls13: HelloAnswer | null;
}

const helloOf = (answers: FirstAnswers, version: TlsVersionName): HelloAnswer | null => {
  const answer = answers.get(version);
  return answer?.kind === 'hello' && speaks(answer, wireVersions[version]) ? answer : null;
};

/** Reads the accepted versions from the first answers. */
export const negotiatedIn = (answers: FirstAnswers): Negotiated => ({
  legacy: legacyVersions.toReversed().flatMap((version) => {
    const first = helloOf(answers, version);
    return first === null ? [] : [{ version, first }];
  }),
  tls13: helloOf(answers, 'TLSv1.3'),
});

/** True where any version was accepted. */
export const acceptsAny = (answers: FirstAnswers): boolean =>
  [...answers].some(([version, answer]) => answer.kind === 'ssl2' || speaks(answer, wireVersions[version]));

/** Versions whose connection was closed without an answer: a refusal, or a limit that was hit. */
export const closedVersions = (answers: FirstAnswers): TlsVersionName[] =>
  [...answers].flatMap(([version, answer]) =>
    answer.kind === 'failed' && !answer.confirmed && byClosing.has(answer.failure.reason) ? [version] : [],
  );

/** Several sets of answers as one; a later one wins. */
export const merged = (...answers: readonly FirstAnswers[]): FirstAnswers =>
  new Map(answers.flatMap((one) => [...one]));

/** The newest accepted version that has a ClientHello. */
export const newestOf = ({ legacy: [best], tls13 }: Negotiated): HelloVersion | null =>
  tls13 === null ? (best?.version ?? null) : 'TLSv1.3';

/** Why no first handshake reached the endpoint. */
export const failureIn = (answers: FirstAnswers): NetFailure => {
  const failed = [...answers.values()].find((answer) => answer.kind === 'failed');
  return failed?.failure ?? netFailed('unreachable', 'no-connection');
};
