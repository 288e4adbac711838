import type { NewPasskeyAnswer, PasskeyAnswer } from '@perimeter/contract/passkey';

/** Why the browser came back without a passkey. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Whether this browser makes and shows passkeys by what the service sends (WebAuthn Level 3 section 5.1). */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

// A browser does not say whether nobody answered, or nobody could (WebAuthn Level 3 section 14.5.2).
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, took too long, or there is none for this site here',
  InvalidStateError: 'This authenticator has a passkey of the account already',
  SecurityError: 'Passkeys do not work at this address of the service',
};

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? reasons[error.name] : undefined) ?? 'The browser could not use a passkey';

/** What the browser answers, as it is sent. Throws PasskeyError. */
async function answered<Answer>(asking: () => Promise<Credential | null>): Promise<Answer> {
  let credential: Credential | null;
  try {
    credential = await asking();
  } catch (error) {
    throw new PasskeyError(reasonOf(error), { cause: error });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError(reasonOf(null));
  return JSON.parse(JSON.stringify(credential));
}

/** Makes a passkey. Throws PasskeyError. */
export const createPasskey = async (options: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskeyAnswer> =>
  answered(async () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );

/** Has a passkey sign a challenge. Throws PasskeyError. */
export const askPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> =>
  answered(async () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
