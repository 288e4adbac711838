import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileMark } from './content.ts';
import { type FileKind, matchFile } from './validators.ts';

const html = 'text/html; charset=utf-8';
const plain = 'text/plain';
const json = 'application/json';
const spring = 'application/vnd.spring-boot.actuator.v3+json';
const loginPage = '<!doctype html><title>Sign in</title><form><input name="user"><input type="password"></form>';

type Row = readonly [what: string, kind: FileKind, type: string, text: string, mark: FileMark | null];

/** What the software sends, and pages that have its words or its title: status 200 alone proves neither. */
const rows: readonly Row[] = [
  ['the page', 'phpinfo', html, '<title>PHP 8.2.7 - phpinfo()</title><h1 class="p">PHP Version 8.2.7</h1>', 'content'],
  ['an article', 'phpinfo', html, '<title>phpinfo()</title><p>It prints the PHP Version.</p>', null],
  ['its source as text', 'phpinfo', plain, '<title>phpinfo()</title><table><td class="e">System </td></table>', null],
  [
    'for programs',
    'apacheStatus',
    plain,
    'shop.lab\nTotal Accesses: 12\nIdleWorkers: 3\nScoreboard: __W_....\n',
    'content',
  ],
  ['an article', 'apacheStatus', html, '<title>Apache Status</title><p>Server Version: see below</p>', null],
  [
    'statistics without a version, of a node',
    'haproxyStats',
    html,
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><title>Statistics Report for HAProxy on edge1</title></head><body><h1><a href="http://www.haproxy.org/">HAProxy</a></h1><h2>Statistics Report for pid 16 on edge1</h2>',
    'content',
  ],
  [
    'statistics that stop servers',
    'haproxyStats',
    html,
    '<title>Statistics Report for HAProxy</title><h2>Statistics Report for pid 16</h2><form method="post"><select name=action><option value=""></option><option value="drain">Set state to DRAIN</option></select></form>',
    'open',
  ],
  ['an article', 'haproxyStats', html, '<title>Statistics Report for HAProxy</title><p>pid 1614</p>', null],
  ['words of it in a page', 'nginxStatus', html, '<p>Active connections: 3 server accepts handled requests</p>', null],
  ['without HELP', 'prometheus', plain, '# TYPE a counter\na 1\n# TYPE b gauge\nb 2\n# TYPE c gauge\nc 3\n', 'content'],
  [
    'metrics in a page',
    'prometheus',
    html,
    `<!doctype html><pre>\n${'# HELP a b\n# TYPE a counter\na 1\n'.repeat(4)}</pre>`,
    null,
  ],
  [
    'the index',
    'goProfiles',
    html,
    "<title>/debug/pprof/</title><a href='goroutine?debug=1'>goroutine</a> <a href='heap?debug=1'>heap</a>",
    'content',
  ],
  ['an article', 'goProfiles', html, '<title>/debug/pprof/</title><p>goroutine and heap</p>', null],
  ['a page that quotes it', 'goVariables', html, '<p>{"cmdline": ["shop"], "memstats": {}}</p>', null],
  [
    'the profiler',
    'symfonyProfiler',
    html,
    '<meta name="robots" content="noindex,nofollow" /><title>Symfony Profiler</title>',
    'content',
  ],
  ['its documentation', 'symfonyProfiler', html, '<title>The Symfony Profiler (Docs)</title><p>Every token</p>', null],
  ['an article of that name', 'symfonyProfiler', html, '<title>Symfony Profiler</title><p>Every token</p>', null],
  [
    'the index',
    'actuator',
    spring,
    '{"_links":{"env":{"href":"https://site.lab/actuator/env","templated":false}}}',
    'content',
  ],
  [
    'threads alone',
    'actuator',
    spring,
    '{"_links":{"self":{"href":"/a"},"threaddump":{"href":"/actuator/threaddump","templated":false}}}',
    'content',
  ],
  ['Jolokia alone', 'actuator', spring, '{"_links":{"jolokia":{"href":"/actuator/jolokia"}}}', 'content'],
  [
    'settings by name alone',
    'actuator',
    spring,
    '{"_links":{"env-toMatch":{"href":"/actuator/env/{toMatch}","templated":true}}}',
    'content',
  ],
  ['health alone', 'actuator', spring, '{"_links":{"health":{"href":"https://site.lab/actuator/health"}}}', null],
  ['links of another interface', 'actuator', json, '{"_links":{"self":{"href":"/"}},"stage":"env","env":"env"}', null],
  ['a log-in page', 'actuator', html, loginPage, null],
  ['an error', 'ignition', json, '{"can_execute_commands":"no"}', null],
  [
    'the main page',
    'phpMyAdmin',
    html,
    '<title>db.lab / localhost | phpMyAdmin 5.2.1</title><div id="pma_navigation"></div>',
    'open',
  ],
  ['the login', 'phpMyAdmin', html, '<title>phpMyAdmin</title><input type="text" name="pma_username">', 'login'],
  [
    'a manual of it',
    'phpMyAdmin',
    html,
    '<title>phpMyAdmin: how to</title><p>Open <code>index.php?route=/server/databases</code></p>',
    null,
  ],
  [
    'a manual that links to one',
    'phpMyAdmin',
    html,
    '<title>Our tools</title><p>phpMyAdmin</p><a href="https://db.example/server_databases.php">Databases</a>',
    null,
  ],
  ['an article with names of its fields', 'adminer', html, `<p>Adminer has name='auth[driver]'</p>`, null],
  ['an article about logging in', 'wordpressLogin', html, '<p>Use name="log" and name="pwd"</p>', null],
  ['an article', 'tomcatManager', html, '<title>/manager</title><p>Tomcat Web Application Manager</p>', null],
];

for (const [what, kind, type, text, mark] of rows)
  test(`${kind}: ${what}`, () => {
    const content = { status: 200, headers: [['Content-Type', type]] as const, text, length: text.length };
    assert.equal(matchFile(kind, content)?.mark ?? null, mark);
    assert.equal(matchFile(kind, { ...content, headers: [['Content-Type', html]] as const, text: loginPage }), null);
  });
