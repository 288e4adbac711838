import { openDocuments, type Documents } from '../documents/documents.ts';
import type { Identity } from '../identity/identity.ts';
import { prepareKeys } from '../signing/first-keys.ts';
import { readOwnSigner } from '../signing/own-signer.ts';
import { readTimeStampAuthority } from '../signing/time-stamps/authority.ts';
import type { Parts } from './parts.ts';

/** Opens the documents with what the settings say they are sealed by. Throws StartError. */
export async function openSealedDocuments(
  { settings, http, database: { db } }: Parts,
  { secrets, linkOrigin: origin }: Identity,
): Promise<Documents> {
  const ownSigner = readOwnSigner(settings.signing);
  const authority = readTimeStampAuthority(settings.timeStamps);
  const documents = openDocuments({ db, secrets, origin, ownSigner, authority });
  http.addHook('onClose', documents.close);
  const firstKeys = await prepareKeys(documents, ownSigner, http.log);
  http.addHook('onClose', firstKeys.stop);
  return documents;
}
