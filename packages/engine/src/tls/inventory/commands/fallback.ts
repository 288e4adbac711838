import { fallbackScsv } from '@perimeter/protocols/tls/suites';
import { seen, unseen } from '../../../evidence/observed.ts';
import { unseenBecause } from '../../client/answer.ts';
import type { Learned } from '../learned.ts';
import type { LegacyVersion } from '../negotiated.ts';
import type { ScanSession } from '../scan-session.ts';

/**
 * TLS_FALLBACK_SCSV in a hello below the highest version, beside suites that are accepted without it. The expected answer is
 * inappropriate_fallback (RFC 7507 section 3); a server that refuses in another way, or whose alert is lost when it closes,
 * has prevented the fallback as well.
 */
export async function scanFallback({ client }: ScanSession, lower: LegacyVersion | null): Promise<Learned> {
  if (lower === null)
    return { facts: { fallbackScsv: unseen('not-tested', 'There is no lower version to fall back to') } };
  const good = client.knownGood(lower);
  const answer = await client.ask({ ...good, suites: [...good.suites, fallbackScsv] }, { keep: 'fallbackScsv' });
  if (answer.kind === 'failed') return { facts: { fallbackScsv: unseenBecause(answer.failure) } };
  return { facts: { fallbackScsv: seen(answer.kind === 'refused') } };
}
