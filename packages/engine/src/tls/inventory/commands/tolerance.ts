import { greaseExtension, greaseValues } from '@perimeter/protocols/tls/handshake/client-extensions';
import { type Observed, seen } from '../../../evidence/observed.ts';
import { type ServerAnswer, unseenBecause } from '../../client/answer.ts';
import { browserLikeGroups, tls13Groups } from '../../client/hello/code-points.ts';
import type { HelloSpec, HelloVersion } from '../../client/hello/hello.ts';
import type { Learned } from '../learned.ts';
import type { ScanSession } from '../scan-session.ts';
import { buildLarge, firstSegmentBytes } from '../enumeration/partial-handshake.ts';

/** Accepted or refused; a hello that failed twice while a known-good one was answered counts as refused. */
function tolerance(answer: ServerAnswer): Observed<boolean> {
  if (answer.kind === 'failed' && !answer.confirmed) return unseenBecause(answer.failure);
  return seen(answer.kind === 'hello');
}

/** A known-good hello, padded and split into two segments. */
export async function scanLargeHello(session: ScanSession, version: HelloVersion): Promise<Learned> {
  const hello = buildLarge(session.client, session.client.knownGood(version));
  const answer = await session.client.askBuilt(hello, { splitAfter: firstSegmentBytes, keep: 'largeHello' });
  return { facts: { largeHello: tolerance(answer) } };
}

/** Reserved values among suites, groups and extensions, which a server must ignore (RFC 8701 section 3.1). */
export async function scanGrease(session: ScanSession, version: HelloVersion): Promise<Learned> {
  const [suite = 0x0a0a, group = 0x1a1a, empty = 0x2a2a, full = 0x3a3a] = greaseValues;
  const { suites } = session.client.knownGood(version);
  const groups = version === 'TLSv1.3' ? tls13Groups : browserLikeGroups;
  const spec: HelloSpec = {
    version,
    suites: [suite, ...suites],
    groups: [group, ...groups],
    extras: [greaseExtension(empty), greaseExtension(full, Uint8Array.of(0))],
  };
  const answer = await session.client.ask(spec, { keep: 'greaseTolerant' });
  return { facts: { greaseTolerant: tolerance(answer) } };
}
