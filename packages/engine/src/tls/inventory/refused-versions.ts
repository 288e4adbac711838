import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import { type ServerAnswer, speaks } from '../client/answer.ts';
import { byClosing } from '../client/attempts.ts';
import {
  allCurveSuites,
  browserLikeGroups,
  browserLikeSuites,
  exoticSuitesOf,
  fieldGroups,
  fieldSuites,
  rareCurves,
  tls13Suites,
} from '../client/hello/code-points.ts';
import { type HelloSpec, type HelloStyle, type HelloVersion, plainStyle } from '../client/hello/hello.ts';
import { computableGroups } from '../client/keys/curves.ts';
import { sharesFor } from '../client/keys/key-share.ts';
import { first13, firstLegacy, firstOptions } from './first-handshakes.ts';
import { acceptsAny, type FirstAnswers, type HelloAnswer, type LegacyVersion, merged } from './negotiated.ts';
import type { ScanSession } from './scan-session.ts';

/** no_application_protocol (RFC 7301 section 3.2) and protocol_version (RFC 9846 section 6.2). */
const alerts = { noApplicationProtocol: 120, protocolVersion: 70 } as const;

/** Some servers close the connection if no suite fits, where others send an alert. */
const alertOf = (answer: ServerAnswer): number | null => (answer.kind === 'refused' ? answer.alert : null);

const isClosed = (answer: ServerAnswer): boolean => answer.kind === 'failed' && byClosing.has(answer.failure.reason);

/** The second hello for a version whose first was refused for another reason than the version. */
function secondHello(version: HelloVersion, answer: ServerAnswer): HelloSpec | null {
  const alert = alertOf(answer);
  if (alert === alerts.protocolVersion) return null;
  if (answer.kind !== 'refused' && (version === 'TLSv1.3' || !isClosed(answer))) return null;
  if (version === 'TLSv1.3') {
    return { version, suites: tls13Suites, groups: computableGroups, shares: sharesFor(computableGroups) };
  }
  if (alert === alerts.noApplicationProtocol) return { ...firstLegacy(version), protocols: [] };
  const groups = [...browserLikeGroups, ...rareCurves, ...fieldGroups];
  return {
    ...firstLegacy(version),
    suites: [...new Set([...exoticSuitesOf(version), ...fieldSuites, ...allCurveSuites])],
    groups,
  };
}

/** The first hello named neither finite fields nor rare curves: where the server chose by one of them, it needs the name. */
function styleAfter({ hello, flight: { serverKeyExchange: exchange } }: HelloAnswer): Partial<HelloStyle> {
  if (exchange?.kind === 'named-curve' && rareCurves.includes(exchange.group)) return { namesRareCurves: true };
  const isUsualField = fieldSuites.includes(hello.suite) && browserLikeSuites.includes(hello.suite);
  return isUsualField ? { namesFields: true } : {};
}

async function retry(session: ScanSession, version: HelloVersion, first: ServerAnswer): Promise<ServerAnswer> {
  const spec = secondHello(version, first);
  if (spec === null) return first;
  const isAccepted = (answer: ServerAnswer): boolean => speaks(answer, wireVersions[version]);
  const second = await session.client.tryVersion(spec, {
    ...firstOptions,
    keep: (answer) => (isAccepted(answer) ? { name: version } : null),
  });
  if (!isAccepted(second)) return first;
  if (second.kind === 'hello') session.client.adapt(styleAfter(second));
  return second;
}

async function reconsider(
  session: ScanSession,
  version: TlsVersionName,
  first: ServerAnswer,
  isOnly: boolean,
): Promise<ServerAnswer> {
  // The first hello of SSL 3.0 holds every suite that was in use; servers without SSL 3.0 refuse it by any alert.
  if (version === 'SSLv2' || (version === 'SSLv3' && !isOnly)) return first;
  return retry(session, version, first);
}

/** Very old or strict servers may still answer a hello with few suites and extensions. */
const plainHello = (version: LegacyVersion): HelloSpec => ({
  version,
  suites: [0xc02f, 0xc013, 0x009c, 0x0035, 0x002f, 0x000a, 0x0005],
  schemes: [0x0401, 0x0403, 0x0201],
  groups: [0x0017, 0x001d],
});

const lastVersions = ['TLSv1.2', 'TLSv1.1', 'TLSv1.0'] as const;

/** Remaining styles of hello where everything was refused; the client keeps the one that is answered. */
const lastStyles: readonly { style: Partial<HelloStyle>; specOf: (version: LegacyVersion) => HelloSpec }[] = [
  { style: { namesFields: true }, specOf: (version) => ({ version, suites: browserLikeSuites }) },
  { style: {}, specOf: plainHello },
  { style: { isBare: true }, specOf: plainHello },
  { style: { takesRawKeys: true }, specOf: firstLegacy },
];

/** For servers that refused everything: finite fields by name, a plain hello, one without extensions, and raw public keys. */
async function tryOtherStyles(session: ScanSession): Promise<FirstAnswers> {
  for (const { style, specOf } of lastStyles) {
    session.client.adapt({ ...plainStyle(), ...style });
    const accepted = new Map<TlsVersionName, ServerAnswer>();
    for (const spec of [...lastVersions.map(specOf), ...(style.takesRawKeys === true ? [first13] : [])]) {
      const answer = await session.client.tryVersion(spec, { ...firstOptions, keep: spec.version });
      if (speaks(answer, wireVersions[spec.version])) accepted.set(spec.version, answer);
    }
    if (accepted.size > 0 || session.client.connection.health.stopped !== null) return accepted;
  }
  session.client.adapt(plainStyle());
  return new Map();
}

/** Retries each version that the first answer left open; returns the better answers. */
export async function retryRefused(session: ScanSession, first: FirstAnswers): Promise<FirstAnswers> {
  const retried = [...first].map(
    async ([version, answer]) => [version, await reconsider(session, version, answer, !acceptsAny(first))] as const,
  );
  const second: FirstAnswers = new Map(await Promise.all(retried));
  const isDeaf = !acceptsAny(second) && [...first.values()].some(({ kind }) => kind === 'refused');
  const canTry = isDeaf && session.client.connection.health.stopped === null;
  const answers = canTry ? merged(second, await tryOtherStyles(session)) : second;
  return new Map([...answers].filter(([version, answer]) => answer !== first.get(version)));
}
