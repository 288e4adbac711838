import { createHash } from 'node:crypto';
import type { Http } from '../../http/http.ts';
import { script, style } from './page.data.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(script)}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confirm your e-mail address</title><style>${style}</style></head>
<body><main><h1>Confirm your e-mail address</h1>
<p>Your Perimeter account then uses this address.</p>
<p><button id="confirm">Confirm</button></p>
<p id="answer" role="status" aria-live="polite"></p>
<noscript><p>Without JavaScript: send <code>{"token": "…"}</code> with the text behind <code>#token=</code> of the link to <code>POST /api/account/email/confirm</code>.</p></noscript>
</main><script>${script}</script></body></html>
`;

/** GET /confirm-email: where the link of a message leads. */
export function addConfirmEmailPage(http: Http): void {
  http.get('/confirm-email', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
