import type { Section } from '@perimeter/contract/section';
import { filled, placeText, state, tableOf } from '../section.ts';
import type { EarlierSession, HistoryEvidence } from './schema.ts';

const isoOf = (epochMs: number): string => new Date(epochMs).toISOString();

function resumption({ resumed }: EarlierSession) {
  if (!resumed.known) return state('fair', 'not tested');
  return resumed.value.resumed ? state('neutral', 'resumed') : state('neutral', 'full handshake');
}

/** Earlier audits: the keys and TLS sessions to compare with; null in the first audit. */
export function historySection({ history }: { history?: HistoryEvidence | undefined }): Section | null {
  if (history === undefined || history.sinceMs === null) return null;
  return {
    id: 'history',
    title: 'Earlier audits',
    tables: filled(
      tableOf(
        'Public keys seen before',
        [
          ['Host', 'code'],
          ['Port', 'number'],
          ['Algorithm', 'text'],
          ['SPKI SHA-256', 'code'],
          ['First seen', 'date'],
          ['Last seen', 'date'],
        ],
        history.keys.map(({ host, port, algorithm, spkiSha256, firstSeenMs, lastSeenMs }) => [
          host,
          port,
          algorithm,
          spkiSha256,
          isoOf(firstSeenMs),
          isoOf(lastSeenMs),
        ]),
      ),
      tableOf(
        'TLS sessions of earlier audits',
        [
          ['Endpoint', 'text'],
          ['Version', 'code'],
          ['Received', 'date'],
          ['Offered again', 'status'],
        ],
        history.sessions.map((session) => [
          placeText({ host: session.serverName, address: session.address, port: session.port }),
          session.version,
          isoOf(session.receivedAtMs),
          resumption(session),
        ]),
      ),
    ),
    figures: [],
  };
}
