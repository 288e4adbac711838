import { greaseExtension, greaseValues } from '@perimeter/protocols/tls/client-extensions';
import { compareStrength, isAnonymous, isFiniteField, strengthOf } from '@perimeter/protocols/tls/classify';
import { hasDowngradeSentinel } from '@perimeter/protocols/tls/server-hello';
import { cipherSuites, fallbackScsv } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { Observed } from '../../../evidence/observed.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { unseenBecause } from '../../client/answer.ts';
import { readCertificate } from '../observed/certificates.ts';
import {
  browserLikeGroups,
  curveSuites,
  signedSuites,
  tls13Groups,
  weakSchemes,
} from '../../client/hello/code-points.ts';
import { askHalf, buildLarge, firstSegmentBytes } from './partial-handshake.ts';
import type { HelloSpec, HelloVersion } from '../../client/hello/hello.ts';
import type { Interview } from '../scan-session.ts';
import { ask, askBuilt, untilDone, untilTelling } from '../scan-session.ts';
import type { LegacyVersion } from '../first-handshakes.ts';
import { plainSpec } from '../first-handshakes.ts';

/** Accepted or refused; a hello that failed twice while a known-good one was answered counts as refused. */
function tolerance(answer: Answer): Observed<boolean> {
  if (answer.kind === 'failed' && !answer.confirmed) return unseenBecause(answer.failure);
  return seen(answer.kind === 'hello');
}

/**
 * TLS_FALLBACK_SCSV in a hello below the highest version, beside suites that are accepted without it. The answer to it is
 * inappropriate_fallback (RFC 7507 section 3); whoever refuses it otherwise, or whose alert is lost when it closes, has
 * prevented the fallback as well.
 */
export async function askFallback(interview: Interview, lower: LegacyVersion | null): Promise<Partial<TlsEndpoint>> {
  if (lower === null) return { fallbackScsv: unseen('not-tested', 'There is no lower version to fall back to') };
  const plain = plainSpec(interview, lower);
  const spec: HelloSpec = { ...plain, suites: [...plain.suites, fallbackScsv] };
  const answer = await ask(interview, spec, { keep: 'fallbackScsv' });
  if (answer.kind === 'failed') return { fallbackScsv: unseenBecause(answer.failure) };
  return { fallbackScsv: seen(answer.kind === 'refused') };
}

/** A fact, and whether its question was answered by a ServerHello. */
export interface AnsweredFacts {
  facts: Partial<TlsEndpoint>;
  isAnswered: boolean;
}

const unnamedFacts = (isAnswered: boolean, chain: readonly Uint8Array[]): AnsweredFacts => {
  const [leaf] = chain;
  const leafSha256 = leaf === undefined ? null : readCertificate(leaf).sha256;
  const certificates = chain.map((der) => Buffer.from(der).toString('base64'));
  return { facts: { withoutServerName: seen({ accepted: isAnswered, leafSha256, certificates }) }, isAnswered };
};

/** The same hello without a server name: what a client of an address alone would be shown. */
export async function askWithoutServerName(interview: Interview, version: HelloVersion): Promise<AnsweredFacts> {
  if (version === 'TLSv1.3') return askHalfWithoutServerName(interview);
  const spec: HelloSpec = { ...plainSpec(interview, version), serverName: null };
  const answer = await ask(interview, spec, { enough: untilDone, keep: 'withoutServerName', observed: false });
  if (answer.kind === 'failed')
    return { facts: { withoutServerName: unseenBecause(answer.failure) }, isAnswered: false };
  return unnamedFacts(answer.kind === 'hello', answer.flight.certificates ?? []);
}

async function askHalfWithoutServerName(interview: Interview): Promise<AnsweredFacts> {
  const answer = await askHalf(interview, { serverName: null });
  if (answer.kind === 'failed') {
    const failure = 'The handshake without a server name was not answered';
    return { facts: { withoutServerName: unseen('closed', failure) }, isAnswered: false };
  }
  const chain = answer.kind === 'seen' ? answer.half.certificates.map(({ der }) => der) : [];
  return unnamedFacts(answer.kind === 'seen', chain);
}

type WeakAnswer = { kind: 'signed'; scheme: number } | { kind: 'refused' } | Extract<Answer, { kind: 'failed' }>;

async function askToSign(interview: Interview, schemes: readonly number[]): Promise<WeakAnswer> {
  const spec: HelloSpec = { version: 'TLSv1.2', suites: signedSuites, schemes };
  const answer = await ask(interview, spec, { enough: untilTelling(interview.observations), keep: 'weakSignature' });
  if (answer.kind === 'failed') return answer;
  const signature = answer.flight.serverKeyExchange?.signature;
  // A server that signs with what was not offered has refused the offer.
  return typeof signature === 'number' && schemes.includes(signature)
    ? { kind: 'signed', scheme: signature }
    : { kind: 'refused' };
}

/** A hello with nothing but SHA-1 and MD5 to sign with; in deep mode all that are used, else the first. */
export async function askWeakSignature(interview: Interview): Promise<Partial<TlsEndpoint>> {
  const found: number[] = [];
  for (let turn = 0; turn < weakSchemes.length; turn += 1) {
    const answer = await askToSign(
      interview,
      weakSchemes.filter((scheme) => !found.includes(scheme)),
    );
    if (answer.kind === 'failed' && found.length === 0) return { weakSignature: unseenBecause(answer.failure) };
    if (answer.kind !== 'signed') break;
    found.push(answer.scheme);
    if (!interview.isDeep) break;
  }
  return { weakSignature: seen(found) };
}

/** A known-good hello, padded and cut in two segments. */
export async function askLargeHello(interview: Interview, version: HelloVersion): Promise<Partial<TlsEndpoint>> {
  const hello = buildLarge(interview, plainSpec(interview, version));
  const answer = await askBuilt(interview, hello, { splitAfter: firstSegmentBytes, keep: 'largeHello' });
  return { largeHello: tolerance(answer) };
}

/** Reserved values among suites, groups and extensions, which a server must ignore (RFC 8701 section 3.1). */
export async function askGrease(interview: Interview, version: HelloVersion): Promise<Partial<TlsEndpoint>> {
  const [suite = 0x0a0a, group = 0x1a1a, empty = 0x2a2a, full = 0x3a3a] = greaseValues;
  const { suites } = plainSpec(interview, version);
  const groups = version === 'TLSv1.3' ? tls13Groups : browserLikeGroups;
  const spec: HelloSpec = {
    version,
    suites: [suite, ...suites],
    groups: [group, ...groups],
    extras: [greaseExtension(empty), greaseExtension(full, Uint8Array.of(0))],
  };
  return { greaseTolerant: tolerance(await ask(interview, spec, { keep: 'greaseTolerant' })) };
}

/** The strongest and the weakest accepted suite, where they differ in class. */
function extremes(suites: readonly number[]): { strong: number; weak: number } | null {
  const known = suites.flatMap((code) => cipherSuites.get(code) ?? []);
  const ranked = known.toSorted((a, b) => compareStrength(strengthOf(b), strengthOf(a)));
  const [strong] = ranked;
  const weak = ranked.at(-1);
  if (strong === undefined || weak === undefined || strengthOf(strong) === strengthOf(weak)) return null;
  return { strong: strong.code, weak: weak.code };
}

type Choice = Pick<TlsEndpoint, 'choosesWeaker'>;

const choiceOf = (strong: number, weak: number, strongFirst: number, weakFirst: number): Choice => ({
  choosesWeaker: seen({
    weaker: strongFirst === weak,
    strong,
    weak,
    chosenWhenStrongFirst: strongFirst,
    chosenWhenWeakFirst: weakFirst,
  }),
});

/**
 * One strong and one weak suite in both orders: which does the server take? A server that imposes its order has said so
 * already, in offers that stood both ways round.
 */
export async function askWeakerChoice(
  interview: Interview,
  { suites, order }: TlsVersion,
  version: LegacyVersion,
): Promise<Choice> {
  const pair = extremes(suites);
  if (pair === null) return { choosesWeaker: unseen('not-tested', 'All accepted suites are of one class') };
  const { strong, weak } = pair;
  if (order === 'server') {
    const preferred = suites.indexOf(strong) < suites.indexOf(weak) ? strong : weak;
    return choiceOf(strong, weak, preferred, preferred);
  }
  const orders = [
    [strong, weak],
    [weak, strong],
  ];
  const answers = await Promise.all(
    orders.map((offer) => ask(interview, { version, suites: offer }, { keep: 'choosesWeaker' })),
  );
  const [strongFirst, weakFirst] = answers.map((answer) => (answer.kind === 'hello' ? answer.hello.suite : null));
  if (typeof strongFirst !== 'number' || typeof weakFirst !== 'number') {
    return { choosesWeaker: unseen('closed', 'A hello with two accepted suites was not answered') };
  }
  return choiceOf(strong, weak, strongFirst, weakFirst);
}

/** Handshakes with an ephemeral exchange that are compared for a value that comes again. */
const shareSamples = 3;

const missingOf = (samples: number): number => (samples === 0 ? 0 : Math.max(0, shareSamples - samples));

const isEphemeralField = (code: number): boolean => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && isFiniteField(suite) && (suite.forwardSecrecy || isAnonymous(suite));
};

/** Asks for more ephemeral exchanges where the other questions have not brought enough of them to compare. */
export async function askForShares(
  interview: Interview,
  { suites }: TlsVersion,
  version: LegacyVersion,
): Promise<void> {
  const { exchanges } = interview.observations;
  const specs: HelloSpec[] = [
    ...Array.from({ length: missingOf(exchanges.curveSamples()) }, () => ({ version, suites: curveSuites })),
    ...Array.from({ length: missingOf(exchanges.fieldSamples()) }, () => ({
      version,
      suites: suites.filter(isEphemeralField),
    })),
  ];
  const enough = untilTelling(interview.observations);
  await Promise.all(specs.filter((spec) => spec.suites.length > 0).map((spec) => ask(interview, spec, { enough })));
}

/** The downgrade sentinel in the answer to a TLS 1.2 hello, where the server can do TLS 1.3 (RFC 8446 section 4.1.3). */
export function downgradeSentinelOf(answer: Answer | undefined, has13: boolean): Observed<boolean> {
  if (!has13) return unseen('not-tested', 'Only a server of TLS 1.3 sends it');
  if (answer?.kind !== 'hello' || answer.hello.version !== wireVersions['TLSv1.2']) {
    return unseen('not-tested', 'TLS 1.2 is not accepted beside TLS 1.3');
  }
  return seen(hasDowngradeSentinel(answer.hello.random));
}
