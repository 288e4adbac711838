import { createHash } from 'node:crypto';
import { styleSheet } from './style.data.ts';
import { text } from './text.ts';

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

/** Allows only this style sheet: no script, image or request. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** A self-contained HTML page: the title is any text, the main part HTML. */
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
