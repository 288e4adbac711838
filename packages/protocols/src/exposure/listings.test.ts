import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchFile } from './validators.ts';

const style = 'body { margin: 0; } .size { color: #454545; }\n'.repeat(150);

/** What servers send for a directory, reduced to what distinguishes it. */
const lists: Readonly<Record<string, string>> = {
  nginx:
    '<html>\r\n<head><title>Index of /</title></head>\r\n<body>\r\n<h1>Index of /</h1><hr><pre><a href="../">../</a>\r\n<a href="a.zip">a.zip</a>  01-Nov-2026 10:00  5\r\n</pre>',
  'Apache, a folder':
    '<html><head>\n  <title>Index of /backup</title>\n </head>\n <body>\n<h1>Index of /backup</h1>\n<ul><li><a href="/"> Parent Directory</a></li>\n<li><a href="a.zip"> a.zip</a></li>',
  'Apache, the root, with columns':
    '<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n  <table>\n   <tr><th><a href="?C=N;O=D">Name</a></th></tr>\n<tr><td><a href="a.zip">a.zip</a></td></tr>',
  'Apache, the root, plain':
    '<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n<ul><li><a href="a.zip"> a.zip</a></li>\n</ul>',
  lighttpd:
    '<!DOCTYPE html><html><head><title>Index of /</title></head><body><h2>Index of /</h2><div class="list"><table summary="Directory Listing" cellpadding="0"><tr><td><a href="a.zip">a.zip</a>',
  'IIS, the root':
    '<html><head><title>shop.lab - /</title></head><body><H1>shop.lab - /</H1><hr>\r\n\r\n<pre> 11/1/2026 10:00 AM  &lt;dir&gt; <A HREF="/aspnet/">aspnet</A><br>',
  'Python http.server':
    '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<title>Directory listing for /</title>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n<hr>\n<ul>\n<li><a href="a.zip">a.zip</a></li>\n</ul>',
  'Python http.server, earlier':
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html>\n<title>Directory listing for /my files/</title>\n<body>\n<h2>Directory listing for /my files/</h2>\n<hr>\n<ul>\n<li><a href="a.zip">a.zip</a>\n</ul>',
  Twisted:
    '<html>\n<head>\n<title>Directory listing for /</title>\n<style>a {}</style>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n\n<table>\n<tr class="even"><td><a href="a.zip">a.zip</a></td></tr>',
  'Apache, a folder with a space':
    '<html><head>\n  <title>Index of /my files</title>\n </head>\n <body>\n<h1>Index of /my files</h1>\n<ul><li><a href="/"> Parent Directory</a></li>\n<li><a href="a.zip"> a.zip</a></li>',
  IIS: '<html><head><title>shop.lab - /up/</title></head><body><H1>shop.lab - /up/</H1><hr>\r\n\r\n<pre><A HREF="/">[To Parent Directory]</A><br><br> 11/1/2026 10:00 AM 5 <A HREF="/up/a.zip">a.zip</A><br>',
  Tomcat:
    '<!doctype html><html><head>\r\n<title>Directory Listing For [/docs/]</title>\r\n<style>h1 {}</style></head>\r\n<body><h1>Directory Listing For [/docs/]</h1><hr class="line"><table><tr><td><a href="/docs/a.zip"><tt>a.zip</tt></a></td></tr>',
  'Tomcat 7':
    '<html>\r\n<head>\r\n<title>Directory Listing For /</title>\r\n</head>\r\n<body><h1>Directory Listing For /</h1><HR size="1">',
  Jetty:
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<link href="jetty-dir.css" rel="stylesheet" />\n<title>Directory: /files/</title>\n</head>\n<body>\n<h1 class="title">Directory: /files/</h1>\n<table class="listing">',
  'Jetty 9':
    '<HTML><HEAD><LINK HREF="jetty-dir.css" REL="stylesheet"/><TITLE>Directory: /</TITLE></HEAD><BODY>\n<H1>Directory: /</H1>\n<TABLE BORDER=0>',
  Caddy: `<!DOCTYPE html>\n<html>\n\t<head>\n\t\t<title>uploads</title>\n<style>${style}</style></head><body onload="initPage()"><main><div class="meta">\n<div id="summary">\n\t<span class="meta-item">\n\t\t<b>0</b> directories\n\t</span>`,
  'Go http.FileServer':
    '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="a.zip">a.zip</a>\n<a href="b%20c/">b c/</a>\n</pre>\n',
  'Go http.FileServer, earlier, cut': `<pre>\n${'<a href="a.zip">a.zip</a>\n'.repeat(500)}`.slice(0, 12_288),
  'Go http.FileServer, names with signs':
    '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="a&b%20%22c%22.txt">a&amp;b &#34;c&#34;.txt</a>\n<a href="./a:b">a:b</a>\n</pre>\n',
  'serve-index':
    "<!DOCTYPE html>\n<html>\n  <head>\n    <title>listing directory /</title>\n    <style>* {}</style>\n    <script>function search() { var links = $('files').all('a'); }</script>",
  'Tomcat, in German':
    '<!doctype html><html><head>\r\n<title>Verzeichnisauflistung f\u00fcr [/docs/]</title>\r\n</head>\r\n<body><h1>Verzeichnisauflistung f\u00fcr [/docs/]</h1><hr class="line"><table width="100%" cellspacing="0" cellpadding="5" align="center">\r\n<tr>\r\n<td align="left"><font size="+1"><strong>Dateiname</strong></font></td>\r\n<tr><td align="left">&nbsp;&nbsp;\r\n<a href="/docs/a.zip"><tt>a.zip</tt></a></td>',
  Undertow:
    "<html>\n<head>\n<script src='/files?js'></script>\n<link rel='stylesheet' type='text/css' href='/files?css' />\n</head>\n<body onresize='growit()' onload='growit()'>\n<table id='thetable'>\n<thead>\n<tr><th class='loc' colspan='3'>Directory Listing - /files</th></tr>\n<tr><td><a class='icon file' href='/files/a.zip'>a.zip</a></td>",
  dufs: '<!DOCTYPE html>\n<html>\n<head>\n<link rel="stylesheet" href="/__dufs_v0.43.0__/index.css">\n<template id="index-data">eyJocmVmIjoiLyJ9</template>\n<script src="/__dufs_v0.43.0__/index.js"></script>\n</head>\n<body></body>\n</html>',
  serve:
    '<!DOCTYPE html><html><head><title>Files within public/</title></head><body><main><ul id="files"><li><a href="/a.zip">a.zip</a>',
};

/** Pages of people that look like one. */
const pages: Readonly<Record<string, string>> = {
  'an index of a book': '<title>Index of Names</title><h1>Index of Names</h1><ul><li><a href="/a">A</a></li></ul>',
  'a title alone': '<title>Index of /uploads/</title><p>We list nothing here.</p>',
  'a page about Tomcat': '<title>Directory Listing For Beginners</title><h1>Directory Listing For Beginners</h1>',
  'a directory of people':
    '<title>Directory: staff</title><h1>Directory: staff</h1><table><tr><td>Ann</td></tr></table>',
  'a directory of people, by path': '<title>Directory: /staff</title><p>Ann</p>',
  'a page of links': '<pre>\n<a href="/">Home</a>\n</pre>\n<p>More</p>\n',
  'a page in a pre': '<pre>\nWelcome to the shop\n</pre>\n',
  'an empty list of Go': '<pre>\n</pre>\n',
  'a way out of a page': '<pre>\n<a href="/login">Log in</a></pre>',
  'links of a page': '<pre>\n<a href="/login">Log in</a>\n<a href="about">About us</a>\n</pre>\n',
  'a page with a link to a parent':
    '<html><head><title>Index of /docs</title></head><body><p>Our manuals. <a href="/">Parent Directory</a></p></body></html>',
  'a page with a host in its title': '<title>shop.lab - /home</title></head><body><h1>Welcome</h1>',
  'an article about a list':
    '<title>Index of /etc explained</title><h1>Index of /etc explained</h1><p>Servers write this.</p><ul><li><a href="/">Parent Directory</a></li></ul>',
  'an article with its contents':
    '<title>Index of /backup</title><h1>Index of /backup</h1><ul><li><a href="#why">Why</a></li></ul><p>It happens.</p>',
  'an article with the name of its site':
    '<title>Index of /uploads | Blog</title><h1>Index of /uploads</h1><ul><li><a href="/">..</a></li></ul>',
  'an article in a layout of tables':
    '<title>Index of / and how to close it</title><table><tr><td><h1>Index of /</h1></td></tr></table><ul><li><a href="/">../</a></li></ul>',
  'an article about Python':
    '<title>Directory listing for /home explained</title><h1>Directory listing for /home</h1><p>Try <a href="docs">it</a></p><ul><li>a</li></ul>',
  'an article about Python, with a table':
    '<title>Directory listing for /home</title><nav><a href="docs">Docs</a></nav><h1>Directory listing for /home</h1><p>Files</p><table></table>',
  'a product page':
    '<title>Index of /5 stars</title><h1>Our index</h1><table><tr><td><a href="/buy">Buy</a></td></tr></table>',
  'an article about IIS': '<p>Then <a href="/">[To Parent Directory]</a> is shown.</p>',
  'an article about Tomcat':
    '<title>Directory Listing For /docs</title><h1>Directory Listing For /docs</h1><p>Turn it off.</p>',
  'a table of people, by path':
    '<title>Directory: /staff</title><h1>Directory: /staff</h1><table class="people"><tr><td>Ann</td></tr></table>',
  'a summary': '<div id="summary">Three directories</div>',
  'files of a drive': '<title>Files within reach</title><p>All of them</p>',
};

const content = (text: string) => ({ status: 200, headers: [], text, length: text.length });

/** Complete directory listings that are empty. */
const emptyLists: Readonly<Record<string, string>> = {
  nginx:
    '<html>\r\n<head><title>Index of /uploads/</title></head>\r\n<body>\r\n<h1>Index of /uploads/</h1><hr><pre><a href="../">../</a>\r\n</pre><hr></body>\r\n</html>\r\n',
  'Apache, with columns':
    '<html>\n <head>\n  <title>Index of /uploads</title>\n </head>\n <body>\n<h1>Index of /uploads</h1>\n  <table>\n   <tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>\n<tr><td><img src="/icons/back.gif" alt="[PARENTDIR]"></td><td><a href="/">Parent Directory</a></td></tr>\n</table>\n</body></html>',
  lighttpd:
    '<!DOCTYPE html><html><head><title>Index of /a/</title></head><body><h2>Index of /a/</h2><div class="list"><table summary="Directory Listing"><tr class="d"><td class="n"><a href="../">..</a>/</td></tr></table></div><div class="foot">lighttpd/1.4</div></body></html>',
  IIS: '<html><head><title>shop.lab - /up/</title></head><body><H1>shop.lab - /up/</H1><hr>\r\n\r\n<pre><A HREF="/">[To Parent Directory]</A><br><br></pre><hr></body></html>',
  'Python http.server':
    '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<title>Directory listing for /up/</title>\n</head>\n<body>\n<h1>Directory listing for /up/</h1>\n<hr>\n<ul>\n</ul>\n<hr>\n</body>\n</html>\n',
  'Go http.FileServer': '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n</pre>\n',
  Caddy: `<!DOCTYPE html>\n<html>\n<head><title>up</title><style>${style.slice(0, 900)}</style></head><body><header><h1><a href="/">/</a><a href="/up/">up</a></h1></header><div id="summary">\n<span class="meta-item">\n<b>0</b> directories\n</span><span class="meta-item"><b>0</b> files</span></div><a href="..">Up</a><footer>Served with <a href="https://caddyserver.com">Caddy</a></footer></body></html>`,
};

for (const [server, text] of Object.entries(emptyLists))
  test(`a list without a file: ${server}`, () => {
    assert.equal(matchFile('directoryList', content(text))?.mark, 'empty');
    // A reading that did not reach the end may continue.
    assert.notEqual(matchFile('directoryList', content(text.slice(0, -20)))?.mark, 'empty');
    assert.equal(matchFile('directoryList', { ...content(text), headers: [['Content-Type', 'text/plain']] }), null);
  });

for (const [server, text] of Object.entries(lists))
  test(`a list of files: ${server}`, () => {
    assert.equal(matchFile('directoryList', content(text))?.mark, 'content');
    assert.equal(matchFile('directoryList', { ...content(text), status: 403 }), null);
  });

/** Lists of buckets by their octets, and whether there is a file in them. */
const buckets: readonly (readonly [what: string, text: string, mark: 'content' | 'empty' | null])[] = [
  [
    'Amazon S3',
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop</Name><IsTruncated>true</IsTruncated><Contents><Key>a.zip</Key>',
    'content',
  ],
  ['a bucket without a file', '<ListBucketResult><Name>shop</Name><MaxKeys>1000</MaxKeys></ListBucketResult>', 'empty'],
  [
    'nginx, JSON',
    '[\n{ "name":"old \\"x\\"", "type":"directory", "mtime":"Sun, 01 Nov 2026 10:00:00 GMT" },\n{ "name":"a.zip", "type":"file", "mtime":"Sun, 01 Nov 2026 10:00:00 GMT", "size":5 }\n]',
    'content',
  ],
  [
    'nginx, XML',
    '<?xml version="1.0"?>\r\n<list>\r\n<file mtime="2026-11-01T10:00:00Z" size="5">a.zip</file>\r\n</list>\r\n',
    'content',
  ],
  [
    'Caddy, JSON',
    '[{"name":"a.zip","size":5,"url":"./a.zip","mod_time":"2026-11-01T10:00:00Z","mode":420,"is_dir":false,"is_symlink":false}]',
    'content',
  ],
  ['items of an API', '[{"name":"Ann","type":"file","mtime":"today"},{"name":"Bob","size":5,"url":"/bob"}]', null],
  ['a list of an API', '<?xml version="1.0"?>\n<list>\n<file name="a"/>\n</list>', null],
  ['a refusal', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', null],
  ['a page about buckets', '<!doctype html><pre>&lt;ListBucketResult></pre>', null],
];

/** Lists for machines (autoindex_format), and what only looks like them. */
const forMachines: readonly (readonly [what: string, text: string, mark: 'content' | null])[] = [
  [
    'XML',
    '<?xml version="1.0"?>\r\n<list>\r\n<directory mtime="2026-11-01T10:00:00Z">old</directory>\r\n<file mtime="2026-11-01T10:00:00Z" size="5">a.zip</file>\r\n</list>\r\n',
    'content',
  ],
  ['JSON', '[\r\n{ "name":"a.zip", "type":"file", "mtime":"Sun, 01 Nov 2026 10:00:00 GMT", "size":5 }\r\n]', 'content'],
  ['JSON without a file', '[\r\n\r\n]', null],
  ['XML without a file', '<?xml version="1.0"?>\r\n<list>\r\n</list>', null],
  ['JSON of an API', '[{"name":"Ann","type":"person","mtime":"x"}]', null],
  ['XML of an API', '<?xml version="1.0"?><list><file>a.zip</file></list>', null],
];

for (const [what, text, mark] of forMachines)
  test(`a list of nginx in ${what}`, () => {
    assert.equal(matchFile('directoryList', content(text))?.mark ?? null, mark);
    assert.equal(matchFile('directoryList', { ...content(text), status: 404 }), null);
  });

for (const [what, text, mark] of buckets)
  test(`a list of a bucket: ${what}`, () => {
    const served = { ...content(text), headers: [['Content-Type', 'application/xml']] as const };
    assert.equal(matchFile('directoryList', served)?.mark ?? null, mark);
    assert.equal(matchFile('directoryList', { ...served, status: 403 }), null);
  });

for (const [what, text] of Object.entries(pages))
  test(`no list of files: ${what}`, () => assert.equal(matchFile('directoryList', content(text)), null));
