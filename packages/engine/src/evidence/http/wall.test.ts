import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResponse } from './schema.ts';
import { type Wall, wallOf, wallText } from './wall.ts';

const response = (status: number, headers: HttpResponse['headers'], text: string): HttpResponse => ({
  status,
  reason: '',
  httpVersion: '1.1',
  headers,
  rawHead: '',
  interim: 0,
  body: { wireBytes: text.length, decodedBytes: text.length, text, truncated: false, sha256: '' },
});

type Line = [string, string];
const markup: Line = ['Content-Type', 'text/html; charset=utf-8'];
const json: Line = ['Content-Type', 'application/json'];
const xml: Line = ['Content-Type', 'application/xml'];
const akamai = `<HTML><HEAD>
<TITLE>Access Denied</TITLE>
</HEAD><BODY>
<H1>Access Denied</H1>
You don't have permission to access "http&#58;&#47;&#47;site&#46;example&#47;" on this server.<P>
Reference&#32;&#35;18&#46;2f6a1702&#46;1700000000&#46;1a2b3c
</BODY></HTML>`;
const tests = '<script>document.cookie = "seen=1"; location.reload()</script>';
const longPage = `<a href=/about>About</a><script src="/_Incapsula_Resource?x"></script>${'<p>shop</p>'.repeat(2_000)}`;

const interruption = `<!DOCTYPE html><html><head><noscript><title>Pardon Our Interruption</title></noscript>
<meta name="viewport" content="width=1000"><meta name="robots" content="noindex, nofollow"><script>var isSpa = false;</script></head>
<body><h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you were a bot.</p>
<p>After completing the CAPTCHA below, you will immediately regain access to the site again.</p><a href="/help">help</a></body></html>`;

const rows: [what: string, status: number, headers: Line[], body: string, kind: Wall['kind'] | null, says?: RegExp][] =
  [
    ['a rate limit', 429, [['Retry-After', '60']], '', 'rate-limited', /rate limit, Retry-After: 60/],
    ['a rate limit with a captcha', 429, [], 'captcha', 'rate-limited'],
    ['a login', 401, [['WWW-Authenticate', 'Basic realm="x"']], '', 'login', /401/],
    ['a challenge with status 401', 401, [['X-DataDome', 'protected']], '', 'challenge', /DataDome, header x-datadome/],
    ["Cloudflare's challenge", 403, [['CF-Mitigated', 'challenge']], '', 'challenge', /Cloudflare/],
    ["Cloudflare's page", 503, [], '<title>Just a moment...</title>', 'challenge', /Cloudflare/],
    ["AWS WAF's challenge", 202, [['X-Amzn-Waf-Action', 'challenge']], '', 'challenge', /AWS WAF/],
    ['a captcha', 403, [], '<div class="g-recaptcha"></div>', 'challenge', /challenge page/],
    ['a block page of Akamai', 403, [['Server', 'AkamaiGHost']], '', 'blocked', /Akamai/],
    ["Akamai's page with status 200", 200, [markup], akamai, 'blocked', /Akamai/],
    ['a page without a title that denies access', 200, [markup], akamai.replace(/<TITLE>.*<\/TITLE>/, ''), 'blocked'],
    ['a block page of nobody we know', 200, [markup], '<title>Request Rejected</title>Support ID: 123', 'blocked'],
    [
      "Cloudflare's block page with status 200",
      200,
      [markup],
      '<title>Attention Required! | Cloudflare</title>',
      'blocked',
    ],
    ['an article about denied access', 200, [markup], `${akamai}<a href=/x>x</a>${'<p>text'.repeat(9)}`, null],
    ['a page that denies access, and names no request', 200, [markup], '<title>Access denied</title>', null],
    ['a gateway without a token', 403, [json], '{"message":"Missing Authentication Token"}', null],
    ['a gateway that forbids', 403, [json], '{"message":"Forbidden"}', null],
    ['a problem in JSON', 403, [['Content-Type', 'application/problem+json']], '{"status":403}', null],
    ['an object store', 403, [xml], '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>', null],
    ['a SOAP fault', 403, [['Content-Type', 'text/xml']], '<soap:Envelope xmlns:soap="x"></soap:Envelope>', null],
    ['a firewall in JSON', 403, [json], '{"error":"Your IP address was blocked"}', 'blocked'],
    ['a captcha in JSON', 403, [json], '{"url":"https://geo.captcha-delivery.com/x"}', 'challenge'],
    ['what is no JSON', 403, [json], '<h1>Forbidden</h1>', 'blocked'],
    ['XHTML', 403, [['Content-Type', 'application/xhtml+xml']], '<html>Forbidden</html>', 'blocked'],
    ['an unknown block page', 403, [], '<h1>Forbidden</h1>', 'blocked', /block page/],
    ['a proxy that wants credentials', 407, [], '', 'blocked'],
    ['legal reasons', 451, [], '', 'blocked'],
    [
      'a page that sets a cookie and asks again',
      200,
      [markup],
      tests,
      'challenge',
      /\(challenge page, a script that sets/,
    ],
    ['the same with status 503', 503, [markup], tests, 'challenge', /a script that sets/],
    ['the same as plain text', 200, [['Content-Type', 'text/plain']], tests, null],
    ['the same in an error page of the site', 500, [markup], tests, null],
    ['a page with a consent script', 200, [markup], `<button>Yes</button>${tests}`, null],
    ['a page about captchas', 200, [], 'How to solve a captcha', null],
    ["a page behind Cloudflare's script", 200, [], '/cdn-cgi/challenge-platform/scripts', null],
    ["Imperva's script in an ordinary page", 200, [], longPage, null],
    ["Imperva's script in a short page with links", 200, [], '<a href=/x>x</a>/_Incapsula_Resource', null],
    ["Imperva's page", 200, [], '<meta name=robots content=noindex>/_Incapsula_Resource incident_id=1', 'challenge'],
    ["Imperva's interruption", 200, [markup], interruption, 'challenge', /Imperva, "<title>pardon our interruption"/],
    ['a page about interruptions', 200, [markup], '<title>News</title>Pardon our interruption <a href=/x>x</a>', null],
    ['nginx without a client certificate', 400, [], 'No required SSL certificate was sent', 'client-certificate'],
    ['a gateway without its server', 502, [], '', 'unavailable', /behind the gateway/],
    ['maintenance', 503, [['Retry-After', '3600']], '<h1>Back soon</h1>', 'unavailable', /Retry-After: 3600/],
    ['a gateway time-out', 504, [], '', 'unavailable'],
    ["Cloudflare's unreachable origin", 522, [], '', 'unavailable'],
    ['a misdirected request', 421, [], '', 'unavailable'],
    ['no content', 204, [], '', 'no-content'],
    ['reset content', 205, [], '', 'no-content'],
    ['not modified', 304, [], '', 'not-modified', /304 .*\(a document that was not sent\)/],
    ['switching protocols', 101, [], '', 'no-http', /not the status code of a final HTTP response/],
    ['999', 999, [], '<h1>denied</h1>', 'no-http', /not the status code of a final/],
    ['a page', 200, [], '<h1>Hello</h1>', null],
    ['a missing page', 404, [], '<h1>Not found</h1>', null],
    ['an error page of the site', 500, [], '<h1>Error</h1>', null],
  ];

for (const [what, status, headers, body, kind, says] of rows) {
  test(`${what} is ${kind ?? 'no wall'}`, () => {
    const answer = response(status, headers, body);
    const wall = wallOf(answer);
    assert.equal(wall?.kind ?? null, kind);
    if (wall !== null)
      assert.match(wallText('https://site.lab/', answer, wall), says ?? /^https:\/\/site\.lab\/ answered/);
  });
}
