import type { PublishedKey } from '@perimeter/contract/verification';
import { z } from 'zod';
import type { Documents } from '../../documents/documents.ts';
import type { Http } from '../../http/http.ts';
import { publishedKeys } from '../../signing/published-keys.ts';
import { publishedEntries } from '../../signing/register.ts';
import { SigningKeysError } from '../../signing/signing-keys.ts';

/** Waits for the first keys if they are being created; if that fails, lists the existing ones. */
async function keysThereAre({ db, keys }: Pick<Documents, 'db' | 'keys'>): Promise<PublishedKey[]> {
  const known = await publishedKeys(db);
  if (known.length > 0) return known;
  await keys().catch((error: unknown) => {
    if (!(error instanceof SigningKeysError)) throw error;
  });
  return publishedKeys(db);
}

const registerQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
});

/** Adds the keys, the root and the register, which allow verification without the service. */
export function addPublishedKeys(http: Http, documents: Pick<Documents, 'db' | 'keys'>): void {
  const cached = { 'cache-control': 'public, max-age=300' };
  http.get('/.well-known/perimeter-signing/keys.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(cached).send({ keys: await keysThereAre(documents) }),
  );
  http.get('/.well-known/perimeter-signing/root.pem', { schema: { hide: true } }, async (_request, reply) => {
    const roots = (await keysThereAre(documents)).filter(({ role }) => role === 'root');
    return reply
      .headers(cached)
      .type('application/x-pem-file')
      .send(roots.map(({ certificate }) => certificate).join(''));
  });
  http.get(
    '/.well-known/perimeter-signing/register.json',
    { schema: { hide: true, querystring: registerQuery } },
    async ({ query }, reply) =>
      reply.headers({ 'cache-control': 'no-cache' }).send(await publishedEntries(documents.db, query.after)),
  );
}
