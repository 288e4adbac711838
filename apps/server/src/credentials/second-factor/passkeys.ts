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

/** How long somebody has to answer a challenge: looking for a key and its PIN takes a while (WebAuthn Level 3 section 15.1). */
export const answerWithinMs = 5 * 60_000;

/** Whether a challenge may be answered; it is used up by asking. */
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

/** EdDSA, ES256 and RS256 (IANA COSE Algorithms): what authenticators have, and every runtime verifies without a warning. */
const algorithms = [-8, -7, -257];

const octetsOf = (accountId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));

/** The handle of an account in its passkeys (WebAuthn Level 3 section 14.6.1: nothing that names a person). */
export const handleOf = (accountId: string): string => Buffer.from(octetsOf(accountId)).toString('base64url');

/** What a browser needs to make a passkey for an account; authenticators that have one already are left out. */
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

/** What a browser needs to have a challenge signed: by one of these passkeys, or by any of this service where they are not named. */
export const requestOptions = async (rp: RelyingParty, passkeys: readonly PasskeyRow[] | null, challenge: Buffer) =>
  generateAuthenticationOptions({
    rpID: rp.id,
    challenge: new Uint8Array(challenge),
    timeout: answerWithinMs,
    // Alone a passkey stands for both factors, so it has to know its holder.
    userVerification: passkeys === null ? 'required' : 'preferred',
    ...(passkeys === null ? {} : { allowCredentials: passkeys.map(described) }),
  });

/** A passkey that was made, as it is stored. */
export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'transports' | 'is_synced'> & {
  sign_count: number;
};

/**
 * What a hostile client sends may be malformed in any way: it is wrong then, whatever the library says of it. A database that does
 * not answer makes nothing wrong.
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
 * Statements of manufacturers are not asked for, and browsers leave them out; one that is there all the same is refused, because
 * verifying its certificates would fetch what their URLs name.
 */
function hasNoCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** The passkey that a browser made for a challenge; null where the answer is wrong. */
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

/** The counter that a passkey showed when it signed a challenge; null where its answer is wrong. */
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
    // A passkey that was found by its id names its account itself, where it can (WebAuthn Level 3 section 7.2, step 6).
    const isOfAccount = isAlone
      ? userHandle === handleOf(accountId)
      : (userHandle ?? handleOf(accountId)) === handleOf(accountId);
    return verified && isOfAccount ? authenticationInfo.newCounter : null;
  });
