import { z } from 'zod';
import { givenPassword } from './password.ts';
import { passkeyAnswer } from '../passkey.ts';

/** A code of an authenticator application, or a recovery code. */
export const givenCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe('Six digits of the authenticator application, or a recovery code');

/**
 * The proof that sensitive requests of an account with a second factor need: one of the two. Without either the
 * answer is second_factor_required, with a challenge for the passkeys of the account.
 */
export const shownFactor = {
  code: givenCode.optional(),
  passkey: passkeyAnswer.optional().describe('Answer of a passkey to the challenge of second_factor_required'),
};

/** Body of requests that need nothing but the second factor. */
export const shownFactorBody = z.strictObject(shownFactor);
export type ShownFactor = z.infer<typeof shownFactorBody>;

/** Answer of GET /api/account/second-factor. */
export const secondFactor = z
  .object({
    enabledAt: z.int().nullable().describe('epoch milliseconds; null: no authenticator application'),
    passkeys: z.int().describe('How many passkeys the account has'),
    recoveryCodesLeft: z.int(),
    isRequired: z.boolean().describe('Whether the operator requires a second factor of this account'),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof secondFactor>;

/** Answer of POST /api/account/second-factor: a secret that is enabled once a code of it was sent. */
export const newSecondFactor = z
  .object({
    secret: z.string().describe('Base32 (RFC 4648), for typing'),
    uri: z.string().describe('otpauth URI, for applications'),
    qr: z
      .object({ size: z.int(), path: z.string() })
      .describe('The URI as a QR code: side of the square, and the dark modules as an SVG path of that size'),
  })
  .meta({ id: 'NewSecondFactor' });
export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** Answer of the routes that create recovery codes. */
export const recoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()).describe('Shown only once; each works once') })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Body of POST /api/account/second-factor and /api/account/passkeys/options: an account that already has a factor proves it. */
export const beginSecondFactorBody = z.strictObject({ currentPassword: givenPassword, ...shownFactor });

/** Body of POST /api/account/second-factor/confirm. */
export const confirmSecondFactorBody = z.strictObject({ code: givenCode });

/** Body of DELETE /api/account/second-factor, DELETE /api/account/passkeys/{id} and POST /api/account/second-factor/recovery-codes. */
export const provenSecondFactorBody = z.strictObject({ currentPassword: givenPassword, ...shownFactor });
