import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOctets } from './content.ts';
import { type FileKind, matchFile } from './validators.ts';

type Row = readonly [what: string, kind: FileKind, text: string, shows: string | null, status?: number, type?: string];

const events = 'text/event-stream';
const rows: readonly Row[] = [
  [
    'an answer',
    'graphqlSchema',
    '{"data":{"__schema":{"queryType":{"name":"Query"}}}}',
    '"__schema": {"queryType": …}',
  ],
  [
    'an answer that is longer than the part',
    'graphqlSchema',
    `{"data":{"__schema":{"queryType":{"name":"QueryRoot"}}},"extensions":{"tracing":[${'1,'.repeat(3_000)}`,
    '"__schema": {"queryType": …}',
  ],
  [
    'extensions before the answer',
    'graphqlSchema',
    '{"extensions":{"cost":1},"data":{"__schema":{"queryType":{"name":"Query"}}}}',
    '"__schema": {"queryType": …}',
  ],
  [
    'an answer with names of types',
    'graphqlSchema',
    '{"data":{"__typename":"Query","__schema":{"__typename":"__Schema","queryType":{"__typename":"__Type","name":"Query"}}}}',
    '"__schema": {"queryType": …}',
  ],
  ['a refusal', 'graphqlSchema', '{"errors":[{"message":"GraphQL introspection is not allowed"}]}', null],
  ['the question again', 'graphqlSchema', '{"query":"{__schema{queryType{name}}}"}', null],
  ['no schema', 'graphqlSchema', '{"data":{"__schema":null}}', null],
  [
    'Open WebUI, longer than the part',
    'openWebUi',
    `{"status":true,"name":"Team (Open WebUI)","features":{"auth":false,"x":1},"more":[${'1,'.repeat(3_000)}`,
    'Open WebUI with "auth": false',
  ],
  ['Open WebUI with a login', 'openWebUi', '{"name":"Open WebUI","features":{"auth":true}}', null],
  [
    'tools over events',
    'mcpEvents',
    'event: endpoint\ndata: /messages/?session_id=1\n\n',
    'event: endpoint',
    200,
    events,
  ],
  ['other events', 'mcpEvents', 'event: tick\ndata: 1\n\n', null, 200, events],
  ['a page about events', 'mcpEvents', 'event: endpoint\ndata: /messages\n\n', null],
  ['Go', 'errorTrace', 'panic: x\n\ngoroutine 17 [running]:\nmain.main()', 'Stack trace of Go', 500],
  [
    '.NET on Linux',
    'errorTrace',
    'x\n   at Shop.Cart.Open(Int32 id) in /src/Shop/Cart.cs:line 42',
    'Stack trace of .NET',
    500,
  ],
  ['SQL Server', 'errorTrace', "Unclosed quotation mark after the character string ''.", 'Error of a database', 500],
  [
    'a path of the server',
    'errorTrace',
    '<p>Cannot open /var/www/shop/index.php</p>',
    'Path of a file of the server',
    500,
  ],
  ['a path of Windows', 'errorTrace', 'Physical Path C:\\inetpub\\wwwroot\\shop', 'Path of a file of the server', 400],
  ['a script of the error page', 'errorTrace', '<script src="/home/shop/app.js"></script>', null, 500],
  ['an address', 'errorTrace', 'See https://shop.lab/home/shop/help.php', null, 500],
  [
    'Express',
    'errorTrace',
    '<title>Error</title></head>\n<body>\n<pre>URIError: Failed to decode param &#39;%ff&#39;<br> &nbsp; &nbsp;at decodeURIComponent (&lt;anonymous&gt;)<br> &nbsp; &nbsp;at decode_param (/srv/app/lib/layer.js:172:12)</pre>',
    'Stack trace of Node.js',
    400,
  ],
  [
    'Node.js in a container, without a name',
    'errorTrace',
    '<pre>Error<br> &nbsp; &nbsp;at /usr/src/app/server.js:12:9</pre>',
    'Stack trace of Node.js',
    500,
  ],
  [
    'Spring',
    'errorTrace',
    '{"status":500,"trace":"java.lang.NullPointerException\\n\\tat lab.shop.Cart.open(Cart.java:42)\\n"}',
    'Stack trace of Java',
    500,
  ],
  [
    'Tomcat',
    'errorTrace',
    '<h1>HTTP Status 400</h1><pre>java.lang.IllegalArgumentException\n\torg.apache.coyote.http11.Http11InputBuffer.parseRequestLine(Http11InputBuffer.java:482)\n</pre>',
    'Debug page of Apache Tomcat',
    400,
  ],
  [
    'Django, behind its style sheet',
    'errorTrace',
    `<style>${'a { b: c }\n'.repeat(1_300)}</style><header id="summary"></header><div id="traceback"></div><th>Django Version:</th><th>Exception Location:</th>`,
    'Debug page of Django',
    500,
  ],
  [
    'Django, a path that it does not know',
    'errorTrace',
    '<div id="explanation"><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>',
    'Debug page of Django',
    404,
  ],
  [
    'Werkzeug',
    'errorTrace',
    '<title>ValueError: x // Werkzeug Debugger</title>',
    'Debug page of Werkzeug (Flask)',
    500,
  ],
  [
    'ASP.NET without source',
    'errorTrace',
    '<pre>[HttpException]\r\n   at System.Web.HttpRequest.ValidateInputIfRequiredByConfig()\r\n   at System.Web.HttpApplication.Run(Object x)</pre>',
    'Stack trace of .NET',
    500,
  ],
  [
    'PHP with status 200',
    'errorTrace',
    '<br />\n<b>Fatal error</b>:  Uncaught Error: x in <b>/srv/shop/index.php</b> on line <b>3</b><br />',
    'Error of PHP',
  ],
  [
    'PHP with status 404',
    'errorTrace',
    '<br />\n<b>Warning</b>:  include(x): Failed to open stream in <b>C:\\shop\\index.php</b> on line <b>3</b><br />',
    'Error of PHP',
    404,
  ],
  [
    'PHP in a page that breaks off',
    'errorTrace',
    '<html><body><h1>Shop</h1><br />\n<b>Fatal error</b>:  Uncaught Error: x in <b>/srv/shop/index.php</b> on line <b>3</b><br />\n',
    'Error of PHP',
  ],
  [
    'a quotation of PHP',
    'errorTrace',
    '<html><body><p>It says <b>Fatal error</b>: Uncaught Error: x in <b>/srv/shop/index.php</b> on line <b>3</b></p></body></html>',
    null,
  ],
  [
    'a quotation with its line breaks',
    'errorTrace',
    '<html><body><p>It says:<br />\n<b>Fatal error</b>:  x in <b>/srv/shop/index.php</b> on line <b>3</b><br /></p></body></html>',
    null,
  ],
  [
    'a quotation of a warning',
    'errorTrace',
    '<html><body><pre>\n<br />\n<b>Warning</b>:  x in <b>/srv/shop/index.php</b> on line <b>3</b><br />\n</pre></body></html>',
    null,
  ],
  [
    'an article about errors of PHP',
    'errorTrace',
    'Fatal error: Uncaught Error in /srv/shop/index.php on line 3',
    null,
  ],
  ['an article about Express', 'errorTrace', '<p>At first, look at (/srv/app/a.js:1:2)</p>', null],
  ['a page that was not found', 'errorTrace', 'panic\ngoroutine 17 [running]:', null, 404],
  [
    'XML-RPC',
    'xmlRpc',
    'XML-RPC server accepts POST requests only.',
    'XML-RPC server accepts POST requests only.',
    405,
  ],
  ['robots.txt', 'robotsText', 'User-agent: *\nDisallow:\n', 'Rules for crawlers'],
  ['the card of an agent', 'agentCard', '{"name":"Shop","capabilities":{},"skills":[{"id":"a"}]}', 'Card of an agent'],
];

for (const [what, kind, text, shows, status = 200, type = 'application/json'] of rows)
  test(`${kind}: ${what}`, () => {
    const content = {
      status,
      headers: [['Content-Type', type]] as const,
      text: text.slice(0, errorOctets),
      length: null,
    };
    assert.equal(matchFile(kind, content)?.proof[0] ?? null, shows);
  });
