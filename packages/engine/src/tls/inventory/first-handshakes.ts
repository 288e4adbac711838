import { setTimeout as pause } from 'node:timers/promises';
import { encodeSsl2ClientHello } from '@perimeter/protocols/tls/ssl2';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import type { Answer } from '../client/answer.ts';
import { speaks } from '../client/answer.ts';
import { byClosing } from '../client/attempts.ts';
import {
  browserLikeGroups,
  browserLikeSuites,
  exoticSuitesOf,
  fieldGroups,
  fieldSuites,
  firstSuitesOf,
  ssl2KindCodes,
  tls13Suites,
} from '../client/hello/code-points.ts';
import type { HelloSpec, HelloStyle, HelloVersion } from '../client/hello/hello.ts';
import { curiousExtensions, plainStyle } from '../client/hello/hello.ts';
import type { Interview } from './scan-session.ts';
import { ask, askBuilt, untilDone, untilHello } from './scan-session.ts';
import { computableGroups, sharesFor } from '../client/keys/key-share.ts';

/** The answers that decide which versions are spoken, best first where a version was asked twice. */
export type FirstAnswers = ReadonlyMap<TlsVersionName, Answer>;

const legacyVersions = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const;

/** Versions up to TLS 1.2 that have a ClientHello, oldest first. */
export type LegacyVersion = (typeof legacyVersions)[number];

/** DEFLATE (RFC 3749), LZS (RFC 3943) and null. */
const compressionMethods = [1, 64, 0] as const;
/** no_application_protocol (RFC 7301 section 3.2) and protocol_version (RFC 8446 section 6.2). */
const alerts = { noApplicationProtocol: 120, protocolVersion: 70 } as const;

/** Protocols that a first hello offers. */
export const firstProtocols: readonly string[] = ['h2', 'http/1.1'];

/**
 * Suites of older versions in a TLS 1.3 hello: a server that has never heard of TLS 1.3 then answers with its own version,
 * and not with a refusal that could mean anything.
 */
const ignorantSuites = [0xc02f, 0xc02b, 0xc030, 0xc013, 0x009c, 0x002f] as const;

const firstLegacy = (version: LegacyVersion): HelloSpec => ({
  version,
  suites: firstSuitesOf(version),
  protocols: firstProtocols,
  compressionMethods,
  extras: curiousExtensions(version),
});

const first13: HelloSpec = {
  version: 'TLSv1.3',
  suites: [...tls13Suites, ...ignorantSuites],
  protocols: firstProtocols,
  extras: curiousExtensions('TLSv1.3'),
};

/** A hello that a version is known to answer once its first has been answered: plain, and what was chosen stands in it. */
export function plainSpec({ knownSuites }: Interview, version: HelloVersion): HelloSpec {
  const known = knownSuites.get(version);
  const usual = version === 'TLSv1.3' ? tls13Suites : firstSuitesOf(version);
  return { version, suites: known === undefined || usual.includes(known) ? usual : [...usual, known] };
}

/** What a version has answered becomes the hello that others are measured against. */
function acceptVersion(interview: Interview, version: HelloVersion, suite: number): void {
  interview.knownSuites.set(version, suite);
  const { record } = interview.build(plainSpec(interview, version));
  interview.line.setControl({ segments: [record], enough: untilHello });
}

async function askVersion(interview: Interview, spec: HelloSpec): Promise<Answer> {
  const answer = await ask(interview, spec, { enough: untilDone, keep: spec.version, isOnce: true });
  if (answer.kind === 'hello' && speaks(answer, wireVersions[spec.version])) {
    acceptVersion(interview, spec.version, answer.hello.suite);
  }
  return answer;
}

async function askSsl2(interview: Interview): Promise<Answer> {
  const challenge = interview.build({ version: 'TLSv1.0', suites: browserLikeSuites }).message.slice(6, 22);
  const record = encodeSsl2ClientHello({ kinds: ssl2KindCodes, challenge });
  const answer = await askBuilt(
    interview,
    { message: record, record, asksForStatus: false },
    { keep: 'SSLv2', isOnce: true },
  );
  if (answer.kind !== 'ssl2') return answer;
  if (!interview.line.hasControl) interview.line.setControl({ segments: [record], enough: untilHello });
  if (answer.certificate.length > 0) interview.observations.addChain('SSLv2', [answer.certificate]);
  return answer;
}

/** What to ask where a first hello was refused for a reason that leaves the version open. */
function secondChance(version: HelloVersion, answer: Answer): HelloSpec | null {
  if (answer.kind !== 'refused' || answer.alert === alerts.protocolVersion) return null;
  if (version === 'TLSv1.3') {
    return { version, suites: tls13Suites, groups: computableGroups, shares: sharesFor(computableGroups) };
  }
  if (answer.alert === alerts.noApplicationProtocol) return { ...firstLegacy(version), protocols: [] };
  const groups = [...browserLikeGroups, ...fieldGroups];
  return { ...firstLegacy(version), suites: [...exoticSuitesOf(version), ...fieldSuites], groups };
}

async function askAgain(interview: Interview, version: HelloVersion, answer: Answer): Promise<Answer> {
  const spec = secondChance(version, answer);
  if (spec === null) return answer;
  const raw = interview.raw[version];
  const second = await askVersion(interview, spec);
  if (speaks(second, wireVersions[version])) {
    // A first hello held the usual DHE suites as well, but named no field.
    if (second.kind === 'hello' && browserLikeSuites.includes(second.hello.suite)) interview.style.namesFields = true;
    return second;
  }
  if (raw !== undefined) interview.raw[version] = raw;
  return answer;
}

/** Very old or very strict servers may still answer a hello of a few suites and no curiosity. */
const plainHello = (version: LegacyVersion): HelloSpec => ({
  version,
  suites: [0xc02f, 0xc013, 0x009c, 0x0035, 0x002f, 0x000a, 0x0005],
  schemes: [0x0401, 0x0403, 0x0201],
  groups: [0x0017, 0x001d],
});

const lastVersions = ['TLSv1.2', 'TLSv1.1', 'TLSv1.0'] as const;

/** Ways of asking that are left where everything was refused; the one that is answered stays the way to ask. */
const lastWays: readonly { style: Partial<HelloStyle>; specOf: (version: LegacyVersion) => HelloSpec }[] = [
  { style: { namesFields: true }, specOf: (version) => ({ version, suites: browserLikeSuites }) },
  { style: {}, specOf: plainHello },
  { style: { isBare: true }, specOf: plainHello },
  { style: { takesRawKeys: true }, specOf: firstLegacy },
];

/** For servers that refused everything: fields by name, a plain hello, one without any extension, and raw public keys. */
async function lastChance(interview: Interview, answers: Map<TlsVersionName, Answer>): Promise<void> {
  for (const { style, specOf } of lastWays) {
    Object.assign(interview.style, plainStyle(), style);
    const specs = [...lastVersions.map(specOf), ...(style.takesRawKeys === true ? [first13] : [])];
    for (const spec of specs) {
      const answer = await askVersion(interview, spec);
      if (speaks(answer, wireVersions[spec.version])) answers.set(spec.version, answer);
    }
    if (acceptsAny(answers) || interview.line.health.stopped !== null) return;
  }
  Object.assign(interview.style, plainStyle());
}

/** True where anything was accepted. */
export const acceptsAny = (answers: FirstAnswers): boolean => acceptedVersions(answers).length > 0;

/** Versions whose first hello was accepted in that very version, oldest first. */
export const acceptedVersions = (answers: FirstAnswers): TlsVersionName[] =>
  [...answers]
    .filter(([version, answer]) => answer.kind === 'ssl2' || speaks(answer, wireVersions[version]))
    .map(([version]) => version);

const askFor = (interview: Interview, version: TlsVersionName): Promise<Answer> =>
  version === 'SSLv2'
    ? askSsl2(interview)
    : askVersion(interview, version === 'TLSv1.3' ? first13 : firstLegacy(version));

/** Versions whose hello was torn down without a word: a refusal, or a limit that was hit. */
export const closedVersions = (answers: FirstAnswers): TlsVersionName[] =>
  [...answers].flatMap(([version, answer]) =>
    answer.kind === 'failed' && !answer.confirmed && byClosing.has(answer.failure.reason) ? [version] : [],
  );

/** Asks for versions one after the other, and takes note when what was closed upon before is answered now. */
async function askInTurn(
  interview: Interview,
  versions: readonly TlsVersionName[],
  answers: Map<TlsVersionName, Answer>,
  pauseMs = 0,
): Promise<void> {
  for (const version of versions) {
    if (interview.signal.aborted) return;
    await pause(pauseMs);
    const answer = await askFor(interview, version);
    if (answer.kind !== 'failed') interview.line.noteUnreliable();
    answers.set(version, answer);
  }
}

/** Long enough for the first connections to be forgotten by whoever counts those that are open. */
const quietMs = 150;

/** Long enough for whoever takes one connection and closes upon all that follow it closely. */
const aloneMs = 700;

/**
 * Six connections at once, one a version: they tell versions, favourite suites, chain, staple and extensions. Hardly any
 * server closes upon TLS 1.2 or 1.3: those that seem to are asked again, alone, for they may not like company.
 */
export async function askFirst(interview: Interview): Promise<FirstAnswers> {
  const versions = ['SSLv2', ...legacyVersions, 'TLSv1.3'] as const;
  const asked = versions.map(async (version) => [version, await askFor(interview, version)] as const);
  const answers = new Map<TlsVersionName, Answer>(await Promise.all(asked));
  const isOdd = (version: TlsVersionName): boolean =>
    version === 'TLSv1.2' || version === 'TLSv1.3' || !acceptsAny(answers);
  const doubtful = closedVersions(answers).filter(isOdd).toReversed();
  if (doubtful.length === 0 || interview.signal.aborted) return answers;
  interview.line.drop();
  await pause(quietMs);
  await askInTurn(interview, doubtful, answers);
  if (!acceptsAny(answers)) await askInTurn(interview, closedVersions(answers).toReversed(), answers, aloneMs);
  return answers;
}

/** At the end, when nothing else is on its way: versions that were closed upon, once more; gives what is answered now. */
export async function askClosedAgain(interview: Interview, answers: FirstAnswers): Promise<FirstAnswers> {
  const closed = closedVersions(answers);
  const again = new Map<TlsVersionName, Answer>();
  if (interview.line.isUnreliable) {
    await askInTurn(interview, closed, again, aloneMs);
    return again;
  }
  await Promise.all(closed.map((version) => askInTurn(interview, [version], again)));
  return again;
}

async function reconsider(
  interview: Interview,
  version: TlsVersionName,
  first: Answer,
  isOnly: boolean,
): Promise<Answer> {
  // The first hello of SSL 3.0 holds all that was ever in use; servers without it refuse it by any alert.
  if (version === 'SSLv2' || (version === 'SSLv3' && !isOnly)) return first;
  return askAgain(interview, version, first);
}

/** Asks once more for each version whose first answer left it open; gives what is known better now. */
export async function askSecond(interview: Interview, first: FirstAnswers): Promise<FirstAnswers> {
  const asked = [...first].map(
    async ([version, answer]) => [version, await reconsider(interview, version, answer, !acceptsAny(first))] as const,
  );
  const answers = new Map<TlsVersionName, Answer>(await Promise.all(asked));
  const isDeaf = !acceptsAny(answers) && [...first.values()].some(({ kind }) => kind === 'refused');
  if (isDeaf && interview.line.health.stopped === null) await lastChance(interview, answers);
  return new Map([...answers].filter(([version, answer]) => answer !== first.get(version)));
}
