import { type Observed, seen, unclear, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../evidence/tls/schema.ts';
import type { HelloStyle } from '../client/hello/hello.ts';
import { downgradeSentinelOf } from './hello-facts.ts';
import { type Learned, mergedFacts, versionsIn } from './learned.ts';
import type { FirstResults } from './scan-command.ts';
import type { ScanSession } from './scan-session.ts';
import type { Transcript } from './observed/transcript.ts';

/** Explicit curves are among the groups that were offered; where groups were not enumerated, nothing is known. */
function explicitCurvesIn({ exchanges }: Transcript, newest: TlsVersion | undefined): Observed<boolean> {
  if (exchanges.explicitCurves()) return seen(true);
  return newest?.groupsEnumerated === true ? seen(false) : untested('legacy-groups-not-enumerated');
}

/** What all answers before TLS 1.3 show together; newest: the newest version up to TLS 1.2. */
const transcriptFacts = (transcript: Transcript, newest: TlsVersion | undefined): Partial<TlsEndpoint> => ({
  ...(newest === undefined
    ? {}
    : {
        encryptThenMac: transcript.encryptThenMac(),
        keyShareReuse: transcript.exchanges.keyShareReuse(),
        gmtUnixTime: transcript.gmtUnixTime(),
      }),
  explicitCurves: explicitCurvesIn(transcript, newest),
});

/** What only a whole handshake shows. */
const wholeHandshakeFields = ['trust', 'tickets', 'resumption', 'maxEarlyData'] as const;
const ends: ReadonlySet<string> = new Set(['tls', 'closed', 'reset']);

/** Adds the reason why complete handshakes failed, if known: what the server shows, or requires of clients. */
function withReasonForFailures(facts: Partial<TlsEndpoint>, { takesRawKeys }: HelloStyle): Partial<TlsEndpoint> {
  const { requestsClientCertificate: asked } = facts;
  const wantsCertificate = asked?.known === true && asked.value;
  if (!takesRawKeys && !wantsCertificate) return facts;
  const gap = takesRawKeys ? 'raw-public-key-shown' : 'client-certificate-wanted';
  const explained = wholeHandshakeFields.flatMap((field) => {
    const fact = facts[field];
    if (fact === undefined || fact.known) return [];
    const { failure } = fact;
    return ends.has(failure.reason) ? [[field, unclear('tls', gap, failure.reason)] as const] : [];
  });
  return { ...facts, ...Object.fromEntries(explained) };
}

/** What all answers of full depth show together. */
export function factsOfAll(
  { transcript, client }: ScanSession,
  { negotiated, answers }: FirstResults,
  learned: readonly Learned[],
): readonly Learned[] {
  const newest = versionsIn(learned).find(({ version }) => version === negotiated.legacy[0]?.version);
  const facts = {
    ...transcriptFacts(transcript, newest),
    largestMessageBytes: seen(transcript.largestMessageBytes()),
    downgradeSentinel: downgradeSentinelOf(answers.get('TLSv1.2'), negotiated.tls13 !== null),
  };
  const explained = withReasonForFailures(mergedFacts([...learned, { facts }]), client.style);
  return [{ facts: explained }];
}
