import type { HttpReply } from '../../../http/http.ts';
import type { PageParts } from '../options.ts';
import { pagePolicy } from '../send.ts';
import { markupText } from '@perimeter/report/xml';

/** The content of a problem page. */
interface PlainProblem {
  status: number;
  title: string;
  text: string;
  code: string;
  requestId: string;
  /** True if a later request may succeed. */
  isPassing: boolean;
}

/** A problem as HTML without the renderer, with the style of the other pages. */
const htmlOf = (
  { web, pages }: PageParts,
  { status, title, text, code, requestId, isPassing }: PlainProblem,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markupText(title)}</title>
<link rel="icon" type="image/svg+xml" href="${markupText(web.basePath)}/assets/${pages.names.icon}">
<link rel="stylesheet" href="${markupText(web.basePath)}/assets/${pages.names.style}">
</head>
<body>
<main id="main">
<section class="band problem" aria-labelledby="t">
<div class="wrap">
<p class="status serif rings" aria-hidden="true">${status}</p>
<div class="stack">
<p class="caps">Error ${status}</p>
<h1 id="t">${markupText(title)}</h1>
<p class="lead">${markupText(text)}</p>
<p class="row">${isPassing ? '<a class="button primary" href="">Try again</a> ' : ''}<a class="button" href="${markupText(web.basePath)}/">Start page</a></p>
<p class="small quiet">Code <code>${markupText(code)}</code>, request id <code>${markupText(requestId)}</code></p>
</div>
</div>
</section>
</main>
</body>
</html>
`;

/** Sends a problem as a page if the renderer cannot. */
export const sendPlainProblem = (parts: PageParts, reply: HttpReply, problem: PlainProblem): HttpReply =>
  reply
    .code(problem.status)
    .headers({
      'content-security-policy': pagePolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(htmlOf(parts, problem));
