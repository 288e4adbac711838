import { seen } from '../../../evidence/observed.ts';
import { onlyPreferred, readFirstChoices } from '../commands/first-choices.ts';
import { scanPartialHandshakes } from '../commands/partial-handshakes.ts';
import { scanByPlatform } from '../commands/platform.ts';
import { partialHandshakeFacts } from '../hello-facts.ts';
import type { Learned } from '../learned.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { versionsLike } from './shared-versions.ts';

/**
 * Tests whether an address is configured like another of its host: the first answers, one TLS 1.3 handshake, a complete
 * one and, once the other's inventory is complete, hellos with predicted answers.
 */
export async function compareWithReference(session: ScanSession, first: FirstResults): Promise<Learned> {
  const { negotiated } = first;
  const { tls13 } = negotiated;
  const [choices, handshakes, platform] = await Promise.all([
    readFirstChoices(session, first, onlyPreferred),
    tls13 === null ? null : scanPartialHandshakes(session, null, tls13.hello.group),
    scanByPlatform(session, false, tls13 !== null),
  ]);
  const partial = handshakes?.partial ?? null;
  const listedGroups = partial?.groups ?? null;
  const shared = await versionsLike(session, negotiated, { listedGroups, scheme: partial?.scheme ?? null });
  const { trust, maxEarlyData } = platform.facts ?? {};
  return {
    versions: shared ?? choices.versions ?? [],
    chains: handshakes?.chains ?? [],
    facts: {
      ...choices.facts,
      ...partialHandshakeFacts(partial),
      ...(handshakes?.tookLarge === true ? { largeHello: seen(true) } : {}),
      ...(trust === undefined ? {} : { trust }),
      ...(maxEarlyData === undefined ? {} : { maxEarlyData }),
    },
  };
}
