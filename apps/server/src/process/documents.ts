import { isLoopbackOrigin } from '../credentials/cookies.ts';
import { openDocuments, type Documents } from '../documents/documents.ts';
import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import { prepareKeys } from '../signing/first-keys.ts';
import { readOwnSigner } from '../signing/own-signer.ts';
import { readTimeStampAuthority } from '../signing/time-stamps/authority.ts';
import type { Parts } from './parts.ts';

/** Late enough that the first requests and the page renderer have the processor to themselves. */
const startAfterMs = 2_000;

/**
 * Starts the document renderer soon after the service, because its start takes a second or more that the first reader
 * of a PDF should not wait.
 */
function startSoon(http: Http, { start }: Documents): void {
  let timer: NodeJS.Timeout | undefined;
  http.addHook('onListen', async () => {
    timer = setTimeout(() => void start(), startAfterMs).unref();
  });
  http.addHook('onClose', async () => clearTimeout(timer));
}

/** Opens the documents with the configured way of sealing. Throws StartError. */
export async function openSealedDocuments(
  { settings, http, database: { db }, renderer, startsDocumentsSoon = true }: Parts,
  { secrets, publicOrigin }: Identity,
): Promise<Documents> {
  const ownSigner = readOwnSigner(settings.signing);
  const authority = readTimeStampAuthority(settings.timeStamps);
  const documents = openDocuments({
    db,
    secrets,
    // Documents are read on other machines, and their QR code never changes: print no loopback origin.
    origin: () => (publicOrigin === null || isLoopbackOrigin(publicOrigin) ? null : publicOrigin),
    ownSigner,
    authority,
    ...(renderer !== undefined && { renderer }),
  });
  http.addHook('onClose', documents.close);
  if (!startsDocumentsSoon && ownSigner === null) return documents;
  startSoon(http, documents);
  const firstKeys = await prepareKeys(documents, ownSigner, http.log);
  http.addHook('onClose', firstKeys.stop);
  return documents;
}
