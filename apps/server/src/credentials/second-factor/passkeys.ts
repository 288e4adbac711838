import type { NewPasskeyAnswer, PasskeyAnswer } from '@perimeter/contract/passkey';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { PasskeyRow } from '../../repositories/schema/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * How long a challenge may be answered: finding an authenticator and typing its PIN takes time (WebAuthn Level 3
 * section 15.1).
 */
export const answerWithinMs = 5 * 60_000;

/** Consumes a challenge; true if it was valid. */
export type TakeChallenge = (challenge: Buffer) => Promise<boolean>;

const expected = (rp: RelyingParty, take: TakeChallenge) => ({
  expectedOrigin: rp.origin,
  expectedRPID: rp.id,
  expectedChallenge: async (challenge: string) => take(Buffer.from(challenge, 'base64url')),
});

const described = ({ credential_id: id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: id.toString('base64url'),
  transports,
});

/**
 * EdDSA, ES256 and RS256 (IANA COSE Algorithms): authenticators support them, and Node.js verifies them without
 * warnings.
 */
const algorithms = [-8, -7, -257];

const octetsOf = (accountId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));

/** The user handle of an account in its passkeys; it identifies no person (WebAuthn Level 3 section 14.6.1). */
export const handleOf = (accountId: string): string => Buffer.from(octetsOf(accountId)).toString('base64url');

/** Options for a browser to create a passkey; authenticators that already have one for the account are excluded. */
export const creationOptions = async (
  rp: RelyingParty,
  { id, email }: { id: string; email: string },
  present: readonly PasskeyRow[],
  challenge: Buffer,
) =>
  generateRegistrationOptions({
    rpName: 'Perimeter',
    rpID: rp.id,
    userID: octetsOf(id),
    userName: email,
    userDisplayName: email,
    challenge: new Uint8Array(challenge),
    timeout: answerWithinMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: present.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/**
 * Options for a browser to sign a challenge with one of these passkeys, or with any passkey of this service if null.
 */
export const requestOptions = async (rp: RelyingParty, passkeys: readonly PasskeyRow[] | null, challenge: Buffer) =>
  generateAuthenticationOptions({
    rpID: rp.id,
    challenge: new Uint8Array(challenge),
    timeout: answerWithinMs,
    // A passkey without a password replaces both factors, so the authenticator must verify its user.
    userVerification: passkeys === null ? 'required' : 'preferred',
    ...(passkeys === null ? {} : { allowCredentials: passkeys.map(described) }),
  });

/** A new passkey, as it is stored. */
export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'transports' | 'is_synced'> & {
  sign_count: number;
};

/**
 * A malformed answer of a client counts as wrong, whatever error the library throws. Errors of an unavailable database
 * are rethrown.
 */
async function orNull<T>(
  take: TakeChallenge,
  verifying: (take: TakeChallenge) => Promise<T | null>,
): Promise<T | null> {
  const failures: unknown[] = [];
  const watched: TakeChallenge = async (challenge) =>
    take(challenge).catch((error: unknown) => {
      failures.push(error);
      return false;
    });
  const verified = await verifying(watched).catch(() => null);
  if (failures.length > 0) throw failures[0];
  return verified;
}

/**
 * No attestation is requested, and browsers then omit it. An attestation with certificates is refused, because the
 * library would fetch the URLs in them.
 */
function hasNoCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** The passkey that a browser created for a challenge; null if the answer is invalid. */
export const verifyCreated = async (
  rp: RelyingParty,
  { response: given, ...answer }: NewPasskeyAnswer,
  taking: TakeChallenge,
): Promise<NewPasskey | null> =>
  orNull(taking, async (take) => {
    if (!hasNoCertificates(given.attestationObject)) return null;
    const { clientDataJSON, attestationObject, transports = [] } = given;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response: { clientDataJSON, attestationObject } },
      ...expected(rp, take),
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports,
      is_synced: credentialDeviceType === 'multiDevice',
    };
  });

/** The signature counter of a passkey's answer to a challenge; null if the answer is invalid. */
export const verifyAnswer = async (
  rp: RelyingParty,
  { credential_id: id, public_key: key, sign_count: counter, account_id: heldBy, made_for: madeFor }: PasskeyRow,
  { response: given, ...answer }: PasskeyAnswer,
  { take: taking, isAlone }: { take: TakeChallenge; isAlone: boolean },
): Promise<number | null> =>
  orNull(taking, async (take) => {
    const { userHandle, ...response } = given;
    const accountId = madeFor ?? heldBy;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response },
      ...expected(rp, take),
      credential: { id: id.toString('base64url'), publicKey: new Uint8Array(key), counter: Number(counter) },
      requireUserVerification: isAlone,
    });
    // A passkey found by its id names its account in the user handle, if it returns one (WebAuthn Level 3 section 7.2,
    // step 6).
    const isOfAccount = isAlone
      ? userHandle === handleOf(accountId)
      : (userHandle ?? handleOf(accountId)) === handleOf(accountId);
    return verified && isOfAccount ? authenticationInfo.newCounter : null;
  });
