import { html, redirectOnly, refused, type Row, silent, testRows } from '../../derive/http/testing/evidence.ts';
import { defaultPage } from './default-page.ts';

const titled = (title: string) => html([], { body: `<!doctype html><title>${title}</title><h1>x</h1>` });

const rows: Row[] = [
  ...['Welcome to nginx!', 'Apache2 Debian Default Page: It works', 'IIS Windows Server', 'Apache Tomcat/9.0.1'].map(
    (title): Row => [defaultPage, title, titled(title), 'fail', /default page/],
  ),
  ...['Shop', 'How to write nginx configuration', 'Welcome to our shop', ''].map((title): Row => [
    defaultPage,
    `"${title}"`,
    titled(title),
    'pass',
  ]),
  [defaultPage, 'no answer', silent, 'inconclusive'],
  [defaultPage, 'nothing listens', refused, 'not-applicable'],
  [defaultPage, 'a redirect to others', redirectOnly([]), 'not-applicable'],
];
testRows(rows);
