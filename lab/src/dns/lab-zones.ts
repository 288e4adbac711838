import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint } from '../hosts/endpoints.ts';
import { certificateDigest, certificateFiles, pkiFolder, publicKeyDigest } from '../issuance/files.ts';
import type { Zone } from './zone.ts';
import { planZones, type ZonePlan } from './zones.ts';
import type { ZoneFacts } from './zones.data.ts';

/** The zones of the lab, with digests of the generated certificates. */
export function labZones(): ZonePlan {
  return planZones(zoneFacts());
}

/** The same, in one list. */
export function allZones(): readonly Zone[] {
  const { leaves, outside, tld, root } = labZones();
  return [...leaves, ...outside, tld, root];
}

function zoneFacts(): ZoneFacts {
  const digestsOf = (host: string): readonly string[] =>
    certificateFiles(endpoint(host)).map(({ leaf }) => publicKeyDigest(leaf));
  const rsa = certificateFiles(endpoint('good.lab')).find(({ key }) => key.includes('rsa2048'));
  const publicKey =
    rsa === undefined
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
      : createPublicKey(readFileSync(rsa.key));
  const [mailCertificate] = certificateFiles(endpoint('smtp-tls.lab'));
  const issuerKeyDigest = publicKeyDigest(join(pkiFolder, 'e1.crt'));
  return {
    mailDigests: {
      key: mailCertificate === undefined ? '' : publicKeyDigest(mailCertificate.leaf),
      certificate: mailCertificate === undefined ? '' : certificateDigest(mailCertificate.leaf),
      issuerKey: issuerKeyDigest,
      twoKeys: digestsOf('smtp-two-keys.lab'),
    },
    webKeyDigests: digestsOf('good.lab'),
    mailKeyDigest: digestsOf('mail.good.lab')[0] ?? '',
    daneKeyDigest: digestsOf('dane.lab')[0] ?? '',
    issuerKeyDigest,
    dkimPublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
