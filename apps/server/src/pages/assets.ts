import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Http } from '../http/http.ts';
import { AppError } from '../http/errors.ts';
import { acceptsEncoding } from './encoding.ts';

interface Asset {
  type: string;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Loads all assets of a build into memory, so that a later build does not change what a running service serves. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder);
  const read = (name: string): Buffer | undefined =>
    names.includes(name) ? readFileSync(path.join(folder, name)) : undefined;
  const assets = names.flatMap((name): [string, Asset][] => {
    const type = types[path.extname(name)];
    if (type === undefined) return [];
    return [
      [name, { type, plain: readFileSync(path.join(folder, name)), br: read(`${name}.br`), gzip: read(`${name}.gz`) }],
    ];
  });
  return new Map(assets);
}

/** GET /assets/{name}: styles, scripts and images of pages, under content-hashed names. */
export function addAssets(http: Http, folder: string): void {
  const assets = readAssets(folder);
  http.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true }, config: { limit: null } },
    async ({ params, headers }, reply) => {
      const asset = assets.get(params.name);
      if (asset === undefined) throw new AppError('not_found');
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
        .type(asset.type);
      const accepted = headers['accept-encoding'];
      if (asset.br !== undefined && acceptsEncoding(accepted, 'br'))
        return reply.header('content-encoding', 'br').send(asset.br);
      if (asset.gzip !== undefined && acceptsEncoding(accepted, 'gzip'))
        return reply.header('content-encoding', 'gzip').send(asset.gzip);
      return reply.send(asset.plain);
    },
  );
}
