import { seen } from '../../../evidence/observed.ts';
import { type ServerAnswer, unseenBecause } from '../../client/answer.ts';
import { signedSuites, weakSchemes } from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { Learned } from '../learned.ts';
import { type ScanSession, untilTelling } from '../scan-session.ts';

type WeakAnswer = { kind: 'signed'; scheme: number } | { kind: 'refused' } | Extract<ServerAnswer, { kind: 'failed' }>;

async function requestSignature(session: ScanSession, schemes: readonly number[]): Promise<WeakAnswer> {
  const spec: HelloSpec = { version: 'TLSv1.2', suites: signedSuites, schemes };
  const answer = await session.client.ask(spec, { enough: untilTelling(session), keep: 'weakSignature' });
  if (answer.kind === 'failed') return answer;
  const signature = answer.flight.serverKeyExchange?.signature;
  // A server that signs with an unoffered scheme has refused the offer.
  return typeof signature === 'number' && schemes.includes(signature)
    ? { kind: 'signed', scheme: signature }
    : { kind: 'refused' };
}

/** A hello that offers only SHA-1 and MD5 signatures; deep mode lists all that are used, standard mode the first. */
export async function scanWeakSignature(session: ScanSession): Promise<Learned> {
  const found: number[] = [];
  for (let turn = 0; turn < weakSchemes.length; turn += 1) {
    const answer = await requestSignature(
      session,
      weakSchemes.filter((scheme) => !found.includes(scheme)),
    );
    if (answer.kind === 'failed' && found.length === 0)
      return { facts: { weakSignature: unseenBecause(answer.failure) } };
    if (answer.kind !== 'signed') break;
    found.push(answer.scheme);
    if (!session.isDeep) break;
  }
  return { facts: { weakSignature: seen(found) } };
}
