import { z } from 'zod';
import { scope, usualScopes } from './plan.ts';
import { shownFactor } from './second-factor.ts';

/** key_ and a UUID. */
export const keyId = z.string().regex(/^key_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** States of a key: replaced keys work until they expire. */
export const keyStatus = z.enum(['active', 'replaced', 'expired', 'revoked']);

/** An API key as its holder sees it after its creation. */
export const apiKey = z
  .object({
    id: keyId,
    name: z.string(),
    prefix: z.string().describe('Prefix of the key'),
    lastFour: z.string().describe('Last characters of the key'),
    scopes: z.array(scope),
    status: keyStatus,
    createdAt: z.int().describe('epoch milliseconds'),
    expiresAt: z.int().nullable().describe('epoch milliseconds'),
    lastUsedAt: z.int().nullable().describe('epoch milliseconds, to the minute'),
    replacedBy: keyId.nullable().describe('The key that replaced it'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

/** Answer of the routes that create a key. */
export const newApiKey = z
  .object({ key: z.string().describe('The key itself: shown only once and not stored'), apiKey })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof newApiKey>;

/** Audits that the keys of an account may start in a month. */
export const keyCredits = z
  .object({
    limit: z.int().min(0).describe('Credits a month of all keys of the account together'),
    isSharedWithBrowser: z
      .boolean()
      .describe(
        'false: the holder is an administrator, whose browser has no monthly limit and is not counted. PERIMETER_ADMIN_CREDITS sets one limit for both',
      ),
  })
  .meta({ id: 'KeyCredits' });

/** Answer of GET /api/keys, newest first. */
export const apiKeyList = z.object({ keys: z.array(apiKey), credits: keyCredits }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof apiKeyList>;

/** Body of POST /api/keys. */
export const createKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(scope)
    .min(1)
    .max(scope.options.length)
    .default([...usualScopes]),
  expiresAt: z.int().optional().describe('epoch milliseconds; without it the key is valid until it is revoked'),
  ...shownFactor,
});
export type CreateKeyBody = z.infer<typeof createKeyBody>;

/** How long a key keeps working after its rotation. */
export const grace = z.enum(['0', '1h', '24h', '7d']);
export type Grace = z.infer<typeof grace>;

/** Body of POST /api/keys/{id}/rotate. */
export const rotateKeyBody = z.strictObject({ grace: grace.default('24h'), ...shownFactor });
