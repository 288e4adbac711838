import { hash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { findBadge } from '../../repositories/domains/controls.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { matchesTag } from '../conditional.ts';
import { badgeImage } from './badge-image.ts';

const params = z.object({ file: z.string().max(60) });
const fileName = /^([\w-]{22})\.svg$/;

/** How long others may cache a badge, in seconds, and so the maximum delay after control ends. */
const seconds = { shown: 3_600, notAvailable: 300 };

/** GET /badge/{id}.svg: public, and the same for everyone. */
export function addBadge(http: Http, { db }: { db: Db }): void {
  http.get('/badge/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const [, badgeId] = fileName.exec(request.params.file) ?? [];
    const facts = badgeId === undefined ? undefined : await findBadge(db, badgeId);
    if (facts === undefined) throw new AppError('not_found');
    const image = badgeImage(facts);
    const tag = `"${hash('sha256', image, 'base64url').slice(0, 22)}"`;
    reply.headers({
      etag: tag,
      'cache-control': `public, max-age=${facts.latest === null ? seconds.notAvailable : seconds.shown}`,
      // Badges are embedded in the owner's own pages.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(image);
  });
}
