import { z } from 'zod';
import { detailOf } from '../../failure-text.ts';
import { unknownBecause } from '../../observed.ts';
import { negotiation, negotiationLine, type Reading } from '../exchange.ts';

/** A session of one name, offered under another name of the same address (RFC 6066 section 3). */
export const crossNameTest = z.object({
  otherName: z.string(),
  /** The handshake that made the session. */
  negotiation,
  /** SHA-256 of the leaf served for each of the two names, hex. */
  leafSha256: z.string(),
  otherLeafSha256: z.string(),
  /** Whether the first leaf is valid for the other name. */
  coversOther: z.boolean(),
  /** Whether the server issued a ticket or a session id. */
  resumable: z.boolean(),
  /** The session offered under the other name; null: not offered, because the result would prove nothing. */
  resumption: z
    .object({
      resumed: z.boolean(),
      /** Status of GET / for the other name in the resumed connection; null: no answer. */
      status: z.int().nullable(),
      failure: unknownBecause.nullable(),
    })
    .nullable(),
});
export type CrossNameTest = z.infer<typeof crossNameTest>;
type Resumption = NonNullable<CrossNameTest['resumption']>;

/** Answers of a server that detects the wrong name: misdirected_request (RFC 9110 section 15.5.20), or no response at all. */
const rejections: ReadonlySet<number | null> = new Set([null, 400, 421]);

/** Why a resumption would prove nothing; null where it would. */
function withoutMeaning({
  otherName,
  leafSha256,
  otherLeafSha256,
  coversOther,
  resumable,
}: CrossNameTest): string | null {
  if (leafSha256 === otherLeafSha256) return `${otherName} is served with the same certificate`;
  if (coversOther) return `The certificate covers ${otherName} as well`;
  return resumable ? null : 'The server resumes no sessions';
}

function resumptionLine(otherName: string, { resumed, status, failure }: Resumption): string {
  if (!resumed)
    return `Session offered under ${otherName}: ${failure === null ? 'a full handshake instead' : detailOf(failure)}`;
  if (failure !== null) return `Session resumed under ${otherName}, and then: ${detailOf(failure)}`;
  return `Session resumed under ${otherName}; GET / answered by ${status ?? 'nothing'}`;
}

/** Cross-name resumption: the server serves the other name in a session whose certificate does not cover it. */
export function readCrossName(test: CrossNameTest): Reading {
  const { otherName, resumption } = test;
  const opening = negotiationLine(test.negotiation);
  const why = withoutMeaning(test);
  if (why !== null || resumption === null)
    return { vulnerable: false, lines: [opening, ...(why === null ? [] : [why])] };
  const line = resumptionLine(otherName, resumption);
  const vulnerable = resumption.resumed && resumption.failure === null && !rejections.has(resumption.status);
  if (!vulnerable) return { vulnerable, lines: [opening, line] };
  return {
    vulnerable,
    lines: [
      `Session made under ${test.negotiation.offered.serverName}: ${opening}`,
      line,
      `The certificate of that session does not cover ${otherName}, which has another one (SHA-256 ${test.otherLeafSha256.slice(0, 16)}…)`,
    ],
  };
}

/** Whether offering the session under the other name can show anything. */
export const isWorthResuming = (test: CrossNameTest): boolean => withoutMeaning(test) === null;
