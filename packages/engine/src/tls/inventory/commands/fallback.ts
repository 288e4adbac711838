import { fallbackScsv } from '@perimeter/protocols/tls/registry/suites';
import { seen, untested } from '../../../evidence/observed.ts';
import { unseenBecause } from '../../client/answer.ts';
import type { Learned } from '../learned.ts';
import { type LegacyVersion, negotiatedIn } from '../negotiated.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';

/** The version to fall back to: the second newest, which may have been accepted at a second attempt only. */
async function fallbackVersion({ negotiated, second }: FirstResults): Promise<LegacyVersion | null> {
  const [best, lower] = negotiated.legacy;
  const first = negotiated.tls13 === null ? lower : best;
  if (first !== undefined) return first.version;
  const late = negotiatedIn(await second).legacy.find(({ version }) => version !== best?.version);
  return late?.version ?? null;
}

/**
 * TLS_FALLBACK_SCSV in a hello below the highest version, beside suites that are accepted without it. The expected answer is
 * inappropriate_fallback (RFC 7507 section 3); a server that refuses in another way, or whose alert is lost when it closes,
 * has prevented the fallback as well.
 */
export async function scanFallback({ client }: ScanSession, first: FirstResults): Promise<Learned> {
  const lower = await fallbackVersion(first);
  if (lower === null) return { facts: { fallbackScsv: untested('no-lower-version') } };
  const good = client.knownGood(lower);
  const answer = await client.ask({ ...good, suites: [...good.suites, fallbackScsv] }, { keep: 'fallbackScsv' });
  if (answer.kind === 'failed') return { facts: { fallbackScsv: unseenBecause(answer.failure) } };
  return { facts: { fallbackScsv: seen(answer.kind === 'refused') } };
}
