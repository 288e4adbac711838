import { decodeTimeStampResponse, encodeTimeStampRequest } from '@perimeter/protocols/time-stamp/request';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { unsignedInteger } from '@perimeter/protocols/der/writer';
import { DerReader } from '@perimeter/protocols/der/reader';
import { createHash, randomBytes } from 'node:crypto';
import type { PathCertificate } from '../certificate-path.ts';
import { agreesWith, readTimeStamp, TimeStampError } from './verify.ts';

/** The requirements for a time stamp. */
export interface TimeStampDemands {
  /** Authorities trusted for time; null: any authority. */
  anchors: readonly PathCertificate[] | null;
  /** OID; null: any. */
  policy: string | null;
  /** The document's claimed time, which the stamp must not contradict. */
  claimedMs: number;
}

/** A request to an authority, with the check of its answer. */
export interface TimeStampExchange {
  /** DER of the request. */
  request: Uint8Array;
  /** The token of a response. Throws TimeStampError if it differs from the request in any respect. */
  accept: (response: Uint8Array) => Uint8Array;
}

/** So that an answer to another request does not match. */
const nonceBytes = 16;

function readResponse(response: Uint8Array): ReturnType<typeof decodeTimeStampResponse> {
  try {
    return decodeTimeStampResponse(response);
  } catch (error) {
    if (error instanceof ProtocolError) throw new TimeStampError(`Invalid time-stamp response: ${error.message}`);
    throw error;
  }
}

/** The token of a granting response (RFC 3161 section 2.4.2: with status 0 or 1, and no other). */
function tokenOf(response: Uint8Array): Uint8Array {
  const { status, text, failures, token } = readResponse(response);
  const granted = status === 'granted' || status === 'granted-with-mods';
  if (!granted || failures.length > 0)
    throw new TimeStampError(
      ['The time-stamping authority rejected the request', status, ...failures, text]
        .filter((one) => one !== '')
        .join(': '),
    );
  if (token === null) throw new TimeStampError('The time-stamping authority sent no token');
  return token;
}

/** Prepares a request for bytes to be stamped, and the check of its answer. */
export function openTimeStampExchange(stamped: Uint8Array, demands: TimeStampDemands): TimeStampExchange {
  const { anchors, policy, claimedMs } = demands;
  const nonce = randomBytes(nonceBytes);
  const expected = DerReader.of(unsignedInteger(nonce)).integer('nonce');
  return {
    request: encodeTimeStampRequest({ imprint: createHash('sha256').update(stamped).digest(), nonce, policy }),
    accept: (response) => {
      const token = tokenOf(response);
      const stamp = readTimeStamp(token, { stamped, anchors });
      if (stamp.nonce === null || !Buffer.from(expected).equals(stamp.nonce))
        throw new TimeStampError('The nonce of the token differs from the request');
      if (policy !== null && stamp.policy !== policy)
        throw new TimeStampError(`The token has policy ${stamp.policy}, not ${policy}`);
      if (!agreesWith(stamp, claimedMs))
        throw new TimeStampError(
          `The time stamp is ${new Date(stamp.timeMs).toISOString()}, but the local time is ${new Date(claimedMs).toISOString()}`,
        );
      return token;
    },
  };
}
