import { z } from 'zod';
import { givenPassword } from './account.ts';

/** A code of an authenticator application, or a recovery code. */
export const givenCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe('Six digits of the authenticator application, or a recovery code');

/** Answer of GET /api/account/second-factor. */
export const secondFactor = z
  .object({
    enabledAt: z.int().nullable().describe('epoch milliseconds; null: not enabled'),
    recoveryCodesLeft: z.int(),
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

/** Answer of what makes recovery codes. */
export const recoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()).describe('Shown only once; each works once') })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** Body of POST /api/account/second-factor. */
export const beginSecondFactorBody = z.strictObject({ currentPassword: givenPassword });

/** Body of POST /api/account/second-factor/confirm. */
export const confirmSecondFactorBody = z.strictObject({ code: givenCode });

/** Body of DELETE /api/account/second-factor and POST /api/account/second-factor/recovery-codes. */
export const provenSecondFactorBody = z.strictObject({ currentPassword: givenPassword, code: givenCode });
