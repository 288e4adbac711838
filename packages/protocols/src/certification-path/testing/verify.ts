import { constants, createPublicKey, verify } from 'node:crypto';
import { describeSignature } from '../../x509/algorithm-identifier.ts';
import type { VerifySignature } from '../path-question.ts';

/** Verifies the signatures that the tests make. */
export const verifyForTests: VerifySignature = (spkiDer, algorithm, signed, signature) => {
  const { name, hash } = describeSignature(algorithm);
  try {
    const key = createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
    const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
    return verify(hash === 'none' ? null : hash, signed, name === 'rsassaPss' ? pss : key, signature);
  } catch {
    return 'unsupported';
  }
};
