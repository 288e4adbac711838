import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import type { MalformedRecord } from '../../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { shortRequestFor } from '../exchange/http-request.ts';
import { reactionOf } from '../exchange/reaction.ts';
import { type Negotiated, type Subject, meetWith } from '../exchange/subject.ts';

/** Builders of the malformed records. */
const malformed = {
  'wrong-mac': { flaw: 'wrong-mac', isEmpty: false },
  'no-mac-wrong-padding': { flaw: 'no-mac-wrong-padding', isEmpty: false },
  'wrong-padding': { flaw: 'wrong-padding', isEmpty: false },
  'no-mac-only-padding': { flaw: 'no-mac-only-padding', isEmpty: false },
  'empty-wrong-mac': { flaw: 'wrong-mac', isEmpty: true },
  'empty-wrong-padding': { flaw: 'wrong-padding', isEmpty: true },
} as const satisfies Record<MalformedRecord, { flaw: CbcFlaw; isEmpty: boolean }>;

const correct = { flaw: 'none', isEmpty: false } as const satisfies { flaw: CbcFlaw; isEmpty: boolean };

/** A suite of one server whose records are tested. */
export interface SuiteQuestion {
  subject: Subject;
  negotiated: Negotiated;
  suite: number;
  signal: AbortSignal;
}

/** The control: a correct record, or none, which shows the server's behaviour by itself. */
type Control = 'correct' | 'nothing';

/** The server's answer to one malformed record, or to a control. */
export async function ask(
  { subject, negotiated, suite, signal }: SuiteQuestion,
  kind: MalformedRecord | Control,
): Promise<Reaction | UnknownBecause> {
  const { version } = negotiated;
  const met = await meetWith(subject, { version, suites: [suite], serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { client, flight } = met;
  try {
    const session = await complete(client, flight);
    if (isFailure(session)) return session;
    if (kind !== 'nothing') {
      const { flaw, isEmpty } = kind === 'correct' ? correct : malformed[kind];
      const content = isEmpty ? new Uint8Array(0) : shortRequestFor(subject.endpoint.serverName, subject.userAgent);
      client.write(client.encode(contentTypes.applicationData, content, flaw));
    }
    return await reactionOf(client);
  } finally {
    client.close();
  }
}
