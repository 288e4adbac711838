import type { NetFailure } from '../../evidence/observed.ts';
import { seen } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../evidence/tls/schema.ts';
import { tlsVersionName } from '../../evidence/tls/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import { upgrade } from '../../net/starttls.ts';
import type { Answer } from '../client/answer.ts';
import { protocolOutcome } from './commands/application-protocols.ts';
import { byClosing } from '../client/attempts.ts';
import { askHalfAlone } from './commands/chains.ts';
import { refusedByClosing } from '../client/diagnosis.ts';
import {
  blankEndpoint,
  halfFacts,
  legacyFacts,
  otherVersion,
  preferredOnly,
  ssl2Version,
  unreachableEndpoint,
  withoutTrustInRefusals,
} from './endpoint-evidence.ts';
import type { FullAnswers } from './full-depth.ts';
import { askAtTheEnd, askInFull, askLate } from './full-depth.ts';
import { createHelloBuilder, plainStyle } from '../client/hello/hello.ts';
import type { Interview } from './scan-session.ts';
import { createLine } from '../client/connection.ts';
import { createObservations } from './observed/observations.ts';
import type { EndpointPlan, InventoryContext } from './endpoint-plan.ts';
import { reconsider13 } from './enumeration/pre-shared.ts';
import { downgradeSentinelOf } from './commands/commands.ts';
import type { Spoken } from './negotiated.ts';
import { spokenIn } from './negotiated.ts';
import type { FirstAnswers } from './first-handshakes.ts';
import { acceptsAny, askClosedAgain, askFirst, askSecond, firstProtocols } from './first-handshakes.ts';

/** Light depth: what the first answers show, and the chain where they did not show it. */
async function askLightly(interview: Interview, spoken: Spoken, first: FirstAnswers): Promise<FullAnswers> {
  const [best] = spoken.legacy;
  const half = best === undefined && spoken.tls13 !== null ? await askHalfAlone(interview) : null;
  const outcome = best === undefined ? null : protocolOutcome(best.first);
  const versions = [
    ...spoken.legacy.map((one) => preferredOnly(one.version, one.first)),
    ...(spoken.tls13 === null ? [] : [preferredOnly('TLSv1.3', spoken.tls13)]),
  ];
  return {
    versions,
    facts: {
      ...(best === undefined ? {} : legacyFacts(best.first)),
      ...halfFacts(half),
      ...(outcome?.kind === 'selected'
        ? {
            alpn: seen({ offered: [...firstProtocols], selected: outcome.protocol === null ? [] : [outcome.protocol] }),
          }
        : {}),
      downgradeSentinel: downgradeSentinelOf(first.get('TLSv1.2'), spoken.tls13 !== null),
    },
  };
}

/** All six versions in their order: those that were enumerated, and what is known of the others. */
function allVersions(answers: FirstAnswers, enumerated: readonly TlsVersion[]): TlsVersion[] {
  return tlsVersionName.options.flatMap((name) => {
    const known = enumerated.find(({ version }) => version === name);
    const answer = answers.get(name);
    if (known !== undefined) return [known];
    if (answer === undefined) return [];
    return [answer.kind === 'ssl2' ? ssl2Version(answer) : otherVersion(name, answer)];
  });
}

/** True for any answer that only TLS (or SSL) gives. */
const speaksTls = (answers: FirstAnswers): boolean =>
  [...answers.values()].some(
    (answer) =>
      answer.kind === 'hello' || answer.kind === 'ssl2' || (answer.kind === 'refused' && answer.alert !== null),
  );

/** Closed upon at first and in a quiet moment, with an answered hello behind it: a refusal. */
const settled = (answer: Answer): Answer =>
  answer.kind === 'failed' && byClosing.has(answer.failure.reason) ? refusedByClosing(answer.failure) : answer;

/**
 * Adds versions that were accepted in the end only. Where one of them is newer than those before, nearly every other fact
 * has to be asked in it, and so everything is asked again, in the quiet way that is known to be needed by now.
 */
async function withLate(
  interview: Interview,
  asked: FullAnswers,
  before: FirstAnswers,
  again: FirstAnswers,
): Promise<FullAnswers> {
  const all = new Map([...before, ...again]);
  const [spoken, spokenNow] = [spokenIn(before), spokenIn(all)];
  const isOvertaken =
    spokenNow.legacy[0]?.version !== spoken.legacy[0]?.version || (spokenNow.tls13 !== null && spoken.tls13 === null);
  if (isOvertaken) return askInFull(interview, spokenNow, all, Promise.resolve(new Map()));
  return { ...asked, versions: [...asked.versions, ...(await askLate(interview, new Set(), again))] };
}

async function interviewed(interview: Interview, plan: EndpointPlan, first: FirstAnswers): Promise<TlsEndpoint> {
  const { line } = interview;
  const isFull = plan.depth === 'full';
  const second: Promise<FirstAnswers> =
    isFull || !acceptsAny(first) ? askSecond(interview, first) : Promise.resolve(new Map());
  const answers: FirstAnswers = acceptsAny(first) ? first : new Map([...first, ...(await second)]);
  const spoken = spokenIn(answers);
  const asked = isFull
    ? await askInFull(interview, spoken, answers, second)
    : await askLightly(interview, spoken, answers);
  const beforeTheEnd: FirstAnswers = new Map([...answers, ...(await second)]);
  const again = await askClosedAgain(interview, beforeTheEnd);
  const { versions, facts } = isFull ? await withLate(interview, asked, beforeTheEnd, again) : asked;
  const isControlled = isFull || line.health.hadDistress;
  const end = isFull
    ? await askAtTheEnd(interview, spokenIn(new Map([...beforeTheEnd, ...again])))
    : { facts: {}, controlPassed: true };
  const controlPassed = isFull ? end.controlPassed : isControlled ? await line.control() : acceptsAny(beforeTheEnd);
  const inTheEnd: FirstAnswers = new Map([
    ...beforeTheEnd,
    ...[...again].map(([version, answer]) => [version, controlPassed ? settled(answer) : answer] as const),
  ]);
  const described = allVersions(isFull ? await reconsider13(interview, inTheEnd, versions) : inTheEnd, versions);
  return {
    ...blankEndpoint(plan),
    ...facts,
    ...end.facts,
    speaksTls: speaksTls(inTheEnd),
    versions: controlPassed || !acceptsAny(inTheEnd) ? described : withoutTrustInRefusals(described),
    chains: interview.observations.chains(),
    ...(interview.style.takesRawKeys ? { rawPublicKeys: true as const } : {}),
    controlPassed,
    connections: line.connections,
    raw: interview.raw,
  };
}

const failureIn = (answers: FirstAnswers): NetFailure => {
  const failed = [...answers.values()].find((answer) => answer.kind === 'failed');
  return failed?.failure ?? { reason: 'unreachable', detail: 'No connection was made' };
};

/** Half of an audit's time: others wait for the inventory. */
const inventoryLimitMs = { standard: 90_000, deep: 300_000 } as const;

/** Whatever the first answers are, the lists of one version begin with two chains. */
const chainsToBegin = 2;

/** The whole inventory of one endpoint; network failures become part of it, and it ends when the context's signal does. */
export async function takeInventory(
  { dialer, signal: auditSignal, target, settings }: InventoryContext,
  plan: EndpointPlan,
): Promise<TlsEndpoint> {
  // The report of a very slow endpoint says what was seen; it does not fail by waiting for the rest.
  using deadline = startDeadline(auditSignal, {
    name: 'The TLS inventory',
    timeoutMs: inventoryLimitMs[target.scanMode],
  });
  const { signal } = deadline;
  const { address, port, startTls } = plan;
  const line = createLine({
    dialer,
    target: { address, port, host: plan.serverName ?? undefined },
    signal,
    upgrade:
      startTls &&
      ((socket, ends) => upgrade(socket, startTls, { identity: new URL(settings.contactUrl).hostname, signal: ends })),
  });
  const style = plainStyle();
  const interview: Interview = {
    host: plan.serverName,
    isDeep: target.scanMode === 'deep',
    nowMs: target.startedAtMs,
    signal,
    line,
    build: createHelloBuilder(plan.serverName, target.seed, style),
    style,
    observations: createObservations(),
    knownSuites: new Map(),
    raw: {},
  };
  try {
    const first = await line.chain(() => askFirst(interview), plan.depth === 'full' ? chainsToBegin : 0);
    return line.health.wasReached
      ? await interviewed(interview, plan, first)
      : unreachableEndpoint(plan, failureIn(first), line.connections);
  } finally {
    line.close();
  }
}
