import { createHash } from 'node:crypto';
import type { Http } from '../../http.ts';
import { body, style } from './page.data.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Perimeter</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET / : what this is and how to start an audit. */
export function addHomeRoute(http: Http): void {
  http.get('/', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
