import { encodeSsl2ClientHello } from '@perimeter/protocols/tls/ssl2';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { TlsVersionName } from '../../evidence/tls.ts';
import type { Answer } from './answer.ts';
import { speaks } from './answer.ts';
import { byClosing } from './attempts.ts';
import { browserLikeSuites, exoticSuitesOf, firstSuitesOf, ssl2KindCodes, tls13Suites } from './code-points.ts';
import type { HelloSpec, HelloVersion } from './hello.ts';
import { curiousExtensions } from './hello.ts';
import type { Interview } from './interview.ts';
import { ask, askBuilt, untilDone, untilHello } from './interview.ts';
import { computableGroups, sharesFor } from './key-share.ts';

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
  const answer = await ask(interview, spec, { enough: untilDone, keep: spec.version });
  if (answer.kind === 'hello' && speaks(answer, wireVersions[spec.version])) {
    acceptVersion(interview, spec.version, answer.hello.suite);
  }
  return answer;
}

async function askSsl2(interview: Interview): Promise<Answer> {
  const challenge = interview.build({ version: 'TLSv1.0', suites: browserLikeSuites }).message.slice(6, 22);
  const record = encodeSsl2ClientHello({ kinds: ssl2KindCodes, challenge });
  const answer = await askBuilt(interview, { message: record, record, asksForStatus: false }, { keep: 'SSLv2' });
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
  return { ...firstLegacy(version), suites: exoticSuitesOf(version) };
}

async function askAgain(interview: Interview, version: HelloVersion, answer: Answer): Promise<Answer> {
  const spec = secondChance(version, answer);
  if (spec === null) return answer;
  const raw = interview.raw[version];
  const second = await askVersion(interview, spec);
  if (speaks(second, wireVersions[version])) return second;
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

async function lastChance(interview: Interview, answers: Map<TlsVersionName, Answer>): Promise<void> {
  for (const version of ['TLSv1.2', 'TLSv1.0'] as const) {
    const answer = await askVersion(interview, plainHello(version));
    if (speaks(answer, wireVersions[version])) answers.set(version, answer);
  }
}

/** True where anything was accepted. */
export const acceptsAny = (answers: FirstAnswers): boolean => acceptedVersions(answers).length > 0;

/** Versions whose first hello was accepted in that very version, oldest first. */
export const acceptedVersions = (answers: FirstAnswers): TlsVersionName[] =>
  [...answers]
    .filter(([version, answer]) => answer.kind === 'ssl2' || speaks(answer, wireVersions[version]))
    .map(([version]) => version);

/** Six connections at once, one a version: they tell versions, favourite suites, chain, staple and extensions. */
export async function askFirst(interview: Interview): Promise<FirstAnswers> {
  const specs: HelloSpec[] = [...legacyVersions.map(firstLegacy), first13];
  const [ssl2, ...others] = await Promise.all([
    askSsl2(interview).then((answer) => ['SSLv2', answer] as const),
    ...specs.map((spec) => askVersion(interview, spec).then((answer) => [spec.version, answer] as const)),
  ]);
  return new Map<TlsVersionName, Answer>([ssl2, ...others]);
}

/** True where a first hello was torn down before any hello had been answered, so that it could not be told from distress. */
const cameTooEarly = ({ line }: Interview, answer: Answer): boolean =>
  line.hasControl && answer.kind === 'failed' && !answer.confirmed && byClosing.has(answer.failure.reason);

async function reconsider(
  interview: Interview,
  version: TlsVersionName,
  first: Answer,
  isOnly: boolean,
): Promise<Answer> {
  const isEarly = cameTooEarly(interview, first);
  if (version === 'SSLv2') return isEarly ? askSsl2(interview) : first;
  const spec = version === 'TLSv1.3' ? first13 : firstLegacy(version);
  const answer = isEarly ? await askVersion(interview, spec) : first;
  // The first hello of SSL 3.0 holds all that was ever in use; servers without it refuse it by any alert.
  return version === 'SSLv3' && !isOnly ? answer : askAgain(interview, version, answer);
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
