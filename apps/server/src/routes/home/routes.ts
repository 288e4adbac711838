import { createHash } from 'node:crypto';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { originFor } from './origin.ts';
import { bodyFor, style } from './page.data.ts';

const pageFor = (origin: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Perimeter</title>
<style>${style}</style>
</head>
<body>
${bodyFor(origin)}
</body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET / : what this is and how to start an audit, with the address that the reader has it from. */
export function addHomeRoute(
  http: Http,
  { publicOrigin, linkOrigin }: Pick<Identity, 'publicOrigin' | 'linkOrigin'>,
): void {
  http.get('/', { schema: { hide: true } }, (request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'private, no-cache', vary: 'host' })
      .type('text/html; charset=utf-8')
      .send(pageFor(originFor(request, publicOrigin, linkOrigin()))),
  );
}
