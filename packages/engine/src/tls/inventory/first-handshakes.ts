import { setTimeout as pause } from 'node:timers/promises';
import { encodeSsl2ClientHello } from '@perimeter/protocols/tls/records/ssl2';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import type { ServerAnswer } from '../client/answer.ts';
import { browserLikeSuites, firstSuitesOf, ssl2KindCodes, tls13Suites } from '../client/hello/code-points.ts';
import { curiousExtensions, type HelloSpec } from '../client/hello/hello.ts';
import { bareOffer } from '../client/hello/offer.ts';
import { type SendOptions, untilHello } from '../client/tls-client.ts';
import { acceptsAny, closedVersions, type FirstAnswers, type LegacyVersion, legacyVersions } from './negotiated.ts';
import { type ScanSession, untilDone } from './scan-session.ts';

/** DEFLATE (RFC 3749), LZS (RFC 3943) and null. */
const compressionMethods = [1, 64, 0] as const;

/** Protocols that a first hello offers. */
export const firstProtocols: readonly string[] = ['h2', 'http/1.1'];

/**
 * Suites of older versions in a TLS 1.3 hello: a server without TLS 1.3 then answers with its own version instead of a
 * refusal that could mean anything.
 */
const olderSuites = [0xc02f, 0xc02b, 0xc030, 0xc013, 0x009c, 0x002f] as const;

/** The first hello of a version up to TLS 1.2. */
export const firstLegacy = (version: LegacyVersion): HelloSpec => ({
  version,
  suites: firstSuitesOf(version),
  protocols: firstProtocols,
  compressionMethods,
  extras: curiousExtensions(version),
});

/** The first hello of TLS 1.3. */
export const first13: HelloSpec = {
  version: 'TLSv1.3',
  suites: [...tls13Suites, ...olderSuites],
  protocols: firstProtocols,
  extras: curiousExtensions('TLSv1.3'),
};

/** How a first hello of a version is sent. */
export const firstOptions = { enough: untilDone, isOnce: true } as const satisfies SendOptions;

async function trySsl2({ client }: ScanSession): Promise<ServerAnswer> {
  const challenge = client.build({ version: 'TLSv1.0', suites: browserLikeSuites }).message.slice(6, 22);
  const record = encodeSsl2ClientHello({ kinds: ssl2KindCodes, challenge });
  const hello = { message: record, record, offer: bareOffer };
  const answer = await client.askBuilt(hello, { keep: 'SSLv2', isOnce: true });
  if (answer.kind === 'ssl2' && !client.connection.hasControl)
    client.connection.setControl({ offer: bareOffer, segments: [record], enough: untilHello });
  return answer;
}

const firstOf = (session: ScanSession, version: TlsVersionName): Promise<ServerAnswer> =>
  version === 'SSLv2'
    ? trySsl2(session)
    : session.client.tryVersion(version === 'TLSv1.3' ? first13 : firstLegacy(version), {
        ...firstOptions,
        keep: version,
      });

/** Tries versions one after the other; an answer to one whose connection was closed before is noted. */
async function tryInTurn(
  session: ScanSession,
  versions: readonly TlsVersionName[],
  pauseMs = 0,
): Promise<[TlsVersionName, ServerAnswer][]> {
  const answers: [TlsVersionName, ServerAnswer][] = [];
  for (const version of versions) {
    if (session.signal.aborted) return answers;
    await pause(pauseMs);
    const answer = await firstOf(session, version);
    if (answer.kind !== 'failed') session.client.connection.noteUnreliable();
    answers.push([version, answer]);
  }
  return answers;
}

/** Long enough for a limit on open connections to recover. */
const quietMs = 150;

/** Long enough for a server that accepts one connection at a time and closes those that follow too soon. */
const aloneMs = 700;

/**
 * Six concurrent connections, one per version, which show versions, favourite suites, chain, staple and extensions.
 * Hardly any server refuses TLS 1.2 or 1.3 by closing: a version that seems to be is retried alone.
 */
export async function makeFirstHandshakes(session: ScanSession): Promise<FirstAnswers> {
  const versions = ['SSLv2', ...legacyVersions, 'TLSv1.3'] as const;
  const tried = versions.map(async (version) => [version, await firstOf(session, version)] as const);
  const answers = new Map<TlsVersionName, ServerAnswer>(await Promise.all(tried));
  const isOdd = (version: TlsVersionName): boolean =>
    version === 'TLSv1.2' || version === 'TLSv1.3' || !acceptsAny(answers);
  const doubtful = closedVersions(answers).filter(isOdd).toReversed();
  if (doubtful.length === 0 || session.signal.aborted) return answers;
  session.client.connection.drop();
  await pause(quietMs);
  const again: FirstAnswers = new Map([...answers, ...(await tryInTurn(session, doubtful))]);
  if (acceptsAny(again)) return again;
  return new Map([...again, ...(await tryInTurn(session, closedVersions(again).toReversed(), aloneMs))]);
}

/** Retries closed versions at the end, when nothing else is in progress. Returns the new answers. */
export async function retryClosed(session: ScanSession, answers: FirstAnswers): Promise<FirstAnswers> {
  const closed = closedVersions(answers);
  if (session.client.connection.isUnreliable) return new Map(await tryInTurn(session, closed, aloneMs));
  const again = await Promise.all(closed.map((version) => tryInTurn(session, [version])));
  return new Map(again.flat());
}
