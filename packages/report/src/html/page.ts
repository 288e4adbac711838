import { createHash } from 'node:crypto';
import { styleSheet } from './style.data.ts';
import { text } from './text.ts';

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

/** Nothing but this very style sheet: no script, no image, no request to anywhere. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** One file of HTML that needs nothing else: its title as text of whatever origin, its main part as HTML. */
export const htmlPage = ({ title, main }: { title: string; main: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
