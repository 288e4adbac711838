import { z } from 'zod';

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(most);

/** Ids of credentials have at most 1023 octets (WebAuthn Level 3 section 4). */
const credentialId = base64url(1364);
const extensions = z.record(z.string(), z.unknown());

const responseParts = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: extensions.default({}),
};

/** A browser's response when a passkey signed a challenge, without unused fields: AuthenticationResponseJSON of WebAuthn Level 3 section 5.1. */
export const passkeyAnswer = z
  .object({
    ...responseParts,
    response: z.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(128).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** A browser's response when it created a passkey, without unused fields: RegistrationResponseJSON of WebAuthn Level 3 section 5.1. */
export const newPasskeyAnswer = z
  .object({
    ...responseParts,
    response: z.object({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(65_536),
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
  })
  .meta({ id: 'NewPasskeyAnswer' });
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;

const named = z.string().trim().min(1).max(100);

/** A passkey as its holder sees it. */
export const passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.int().describe('epoch milliseconds'),
    lastUsedAt: z.int().nullable().describe('epoch milliseconds'),
    isSynced: z.boolean().describe('Whether its provider keeps copies of it on several devices'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** Answer of GET /api/account/passkeys, oldest first. */
export const passkeyList = z.object({ passkeys: z.array(passkey) }).meta({ id: 'PasskeyList' });
export type PasskeyList = z.infer<typeof passkeyList>;

/** Input of navigator.credentials.create(), through PublicKeyCredential.parseCreationOptionsFromJSON(). */
export const passkeyCreation = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyCreation' });

/** Input of navigator.credentials.get(), through PublicKeyCredential.parseRequestOptionsFromJSON(). */
export const passkeyRequest = z.looseObject({ challenge: z.string(), rpId: z.string() }).meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Body of POST /api/account/passkeys. */
export const addPasskeyBody = z.strictObject({ name: named, answer: newPasskeyAnswer });

/** Answer of POST /api/account/passkeys. */
export const addedPasskey = z
  .object({
    passkey,
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .describe('Shown only once; each works once. null: the account had a second factor, and keeps its codes'),
  })
  .meta({ id: 'AddedPasskey' });
export type AddedPasskey = z.infer<typeof addedPasskey>;

/** Body of PATCH /api/account/passkeys/{id}. */
export const renamePasskeyBody = z.strictObject({ name: named });

/** Body of POST /api/session/passkey. */
export const passkeySignInBody = z.strictObject({ passkey: passkeyAnswer });
