import { isLoopbackOrigin } from '../credentials/cookies.ts';
import { openDocuments, type Documents } from '../documents/documents.ts';
import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import { prepareKeys } from '../signing/first-keys.ts';
import { readOwnSigner } from '../signing/own-signer.ts';
import { readTimeStampAuthority } from '../signing/time-stamps/authority.ts';
import type { Parts } from './parts.ts';

/** So much later than the start, that the first requests and the renderer of pages have the machine for themselves. */
const startAfterMs = 2_000;

/** Starts what makes documents soon after the service: it takes a second or more, which the first reader of a PDF does not have. */
function startSoon(http: Http, { start }: Documents): void {
  let timer: NodeJS.Timeout | undefined;
  http.addHook('onListen', async () => {
    timer = setTimeout(() => void start(), startAfterMs).unref();
  });
  http.addHook('onClose', async () => clearTimeout(timer));
}

/** Opens the documents with what the settings say they are sealed by. Throws StartError. */
export async function openSealedDocuments(
  { settings, http, database: { db }, renderer }: Parts,
  { secrets, publicOrigin }: Identity,
): Promise<Documents> {
  const ownSigner = readOwnSigner(settings.signing);
  const authority = readTimeStampAuthority(settings.timeStamps);
  const documents = openDocuments({
    db,
    secrets,
    // A document is read elsewhere, and its code never changes.
    origin: () => (publicOrigin === null || isLoopbackOrigin(publicOrigin) ? null : publicOrigin),
    ownSigner,
    authority,
    ...(renderer !== undefined && { renderer }),
  });
  http.addHook('onClose', documents.close);
  startSoon(http, documents);
  const firstKeys = await prepareKeys(documents, ownSigner, http.log);
  http.addHook('onClose', firstKeys.stop);
  return documents;
}
