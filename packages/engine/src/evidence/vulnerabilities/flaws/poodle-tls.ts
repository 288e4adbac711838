import { z } from 'zod';
import { netFailure } from '../../observed.ts';
import { negotiation, negotiationLine, type Reading } from '../exchange.ts';
import { detailOf } from '../../failure-text.ts';

const padding = z.enum(['right', 'wrong-octets', 'wrong-first-octet']);
export type FinishedPadding = z.infer<typeof padding>;

/** Handshakes whose Finished record has these CBC padding bytes (CVE-2014-8730). */
export const poodleTlsTest = z.object({
  tries: z.array(
    z.object({
      padding,
      negotiation,
      /** Null: the handshake completed, so the record was accepted. */
      failure: netFailure.nullable(),
    }),
  ),
});
export type PoodleTlsTest = z.infer<typeof poodleTlsTest>;

const paddingText: Readonly<Record<FinishedPadding, string>> = {
  right: 'correct padding (control)',
  'wrong-octets': 'wrong padding bytes before a correct length',
  'wrong-first-octet': 'a wrong first padding byte',
};

/** POODLE over TLS: invalid padding is accepted on two connections. */
export function readPoodleTls({ tries }: PoodleTlsTest): Reading {
  const accepted = (kind: FinishedPadding) => tries.filter((one) => one.padding === kind && one.failure === null);
  const vulnerable = (['wrong-octets', 'wrong-first-octet'] as const).some((kind) => accepted(kind).length > 1);
  const once = vulnerable ? tries.slice(0, -1) : tries;
  const [first] = tries;
  const verdict = vulnerable ? 'The same on a second connection: padding is not verified' : 'Wrong padding is rejected';
  return {
    vulnerable,
    lines: [
      ...(first === undefined ? [] : [negotiationLine(first.negotiation)]),
      ...once.map(
        (one) =>
          `Finished with ${paddingText[one.padding]}: ${one.failure === null ? 'the handshake completed' : detailOf(one.failure)}`,
      ),
      verdict,
    ],
  };
}
