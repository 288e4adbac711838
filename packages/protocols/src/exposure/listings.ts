import {
  countOf,
  type FileContent,
  type FileMatch,
  isFound,
  isPage,
  listOctets,
  matched,
  type Validator,
} from './content.ts';

/** All marks are required, because people also write such titles. */
interface Listing {
  server: string;
  marks: readonly RegExp[];
  /** True if a script draws the list, so that the page has no links to files. */
  isDrawn?: true;
}

/** The title is the path and nothing else: articles go on. Paths with spaces stand in the heading in the same words. */
const indexOf =
  /<title>Index of \/[^<\s]{0,500}\s{0,9}<\/title>|<title>(Index of \/[^<]{0,500})<\/title>[^]{0,8000}?<h[12]\b[^<>]{0,100}>\1<\/h[12]>\s{0,20}(?:<hr>\s{0,20})?<(?:ul|pre|table|div)\b/i;
/** The list begins behind the heading; that of an article leads to its own paragraphs. */
const listBehind =
  /<h1>Index of \/[^<\s]{0,500}<\/h1>\s{0,20}(?:<hr>\s{0,20})?<(?:ul|pre|table)\b(?![^]{0,400}?<a\s[^<>]{0,100}href="?#)/i;
/** In a list, a table or plain lines: a link alone may have that name, too. */
const parentLink =
  /<(?:li|pre|td|th|tr|hr)\b[^<>]{0,100}>(?:\s|<(?!a\s)[^<>]{0,200}>){0,9}<a\s[^<>]{0,200}href="?(?:\.\.\/?|\/[^"<>]{0,200})"?[^<>]{0,100}>(?:\s|<[^<>]{0,100}>){0,9}(?:Parent Directory|\.\.\/?)/i;

/** Markup that servers write in directory listings; a listing of the root has no link to a parent. */
const listings: readonly Listing[] = [
  { server: 'Index of', marks: [indexOf, parentLink] },
  // Apache: columns that sort, or the plain list.
  { server: 'Index of', marks: [indexOf, /<a href="\?C=[NMSD];O=[AD]"/i] },
  {
    server: 'Index of',
    marks: [indexOf, listBehind],
  },
  { server: 'Index of', marks: [indexOf, /class="foot"[^]{0,80}lighttpd|summary="Directory Listing"/i] },
  // Python's http.server, Twisted: the list begins behind a heading in the words of the title.
  {
    server: 'Directory listing for',
    marks: [
      /<title>(Directory listing for \/[^<]{0,500})<\/title>[^]{0,8000}?<h[12]>\1<\/h[12]>\s{0,20}(?:<hr>\s{0,20})?<(?:ul|table|pre)\b/i,
      /<a\s{1,9}href="[^"?/#][^"]{0,200}"|<ul>\s{0,9}<\/ul>/i,
    ],
  },
  {
    server: '[To Parent Directory]',
    marks: [/<pre>\s{0,9}<A HREF="\/[^"]{0,200}">\[To Parent Directory\]<\/A>\s{0,9}<br>/i],
  },
  // IIS, the root
  {
    server: '<host> - /',
    marks: [
      /<title>([^<]{1,300} - \/[^<]{0,200})<\/title>\s{0,9}<\/head>\s{0,9}<body>\s{0,9}<h1>\1<\/h1>\s{0,9}<hr>/i,
      /<A HREF="\/[^"]{1,300}">[^<]{1,300}<\/A><br>/i,
    ],
  },
  {
    server: 'Directory Listing For (Tomcat)',
    marks: [/<title>Directory Listing For \[?\//, /<h1>Directory Listing For \[?\/[^]{0,800}?<\/h1>\s{0,9}<hr\b/i],
  },
  // Tomcat in other languages: the heads of its columns.
  {
    server: 'Directory Listing For (Tomcat)',
    marks: [
      /<title>[^<[]{1,100}\[\/[^<]{0,300}\]<\/title>/,
      /<td align="(?:left|center|right)"><font size="\+1"><strong>(?:<a href="\?C=N;O=[AD]">)?[^<]{1,60}</,
    ],
  },
  {
    server: 'Directory Listing (Undertow)',
    marks: [/<table id=['"]thetable['"]/, /<th class=['"]loc['"][^<>]{0,40}>Directory Listing - \//],
  },
  { server: 'dufs', marks: [/\/__dufs_v[\d.]{3,16}_/, /id="index-data"|\bDATA(?:__)? ?= ?\{/], isDrawn: true },
  {
    server: 'Directory (Jetty)',
    marks: [
      /<title>Directory: \//i,
      /<h1[^<>]{0,60}>Directory: \//i,
      /jetty-dir\.css|<table (?:border="?0"?|class="listing")>/i,
    ],
  },
  {
    server: 'Caddy',
    marks: [/<div id="summary">/, /<span class="meta-item">\s{0,40}<b>\d{1,9}<\/b>\s{0,9}director(?:y|ies)\b/],
  },
  // serve-index of Express
  { server: 'listing directory', marks: [/<title>listing directory \//, /<ul id="files"|\$\('files'\)|id="files"/] },
  // serve of Vercel
  { server: 'Files within', marks: [/<title>Files within /, /<ul id="files"/] },
];

/** Go escapes names for HTML by these (net/http, fs.go). */
const named: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#34;': '"', '&#39;': "'" };

/** A line of Go's list: an address that is its name in escapes, with a dot before names that look like a scheme. */
function isFileLine(line: string): boolean {
  const { 1: href = '', 2: label } = /^<a href="(?:\.\/)?([^"<>]{1,1200})">([^<>]{1,1200})<\/a>$/.exec(line) ?? [];
  const name = label?.replaceAll(/&(?:amp|lt|gt|#34|#39);/g, (escape) => named[escape] ?? escape);
  return (
    name ===
    href.replaceAll(/%([0-9A-F]{2})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  );
}

/** Go's http.FileServer writes links and nothing else. */
function isFileServer(text: string): boolean {
  const start = /^(?:<!doctype html>\n<meta name="viewport" content="[^"<>]{1,60}">\n)?<pre>\n/.exec(text)?.[0];
  if (start === undefined) return false;
  const [list = '', after] = text.slice(start.length).split('</pre>', 2);
  const lines = list.split('\n');
  // The last line is empty, or was cut.
  const whole = lines.slice(0, -1);
  return (
    (after ?? '').trim() === '' &&
    // Without a file, its declarations alone tell it from any other page.
    (whole.length > 0 || (start.startsWith('<!') && after !== undefined)) &&
    whole.every(isFileLine)
  );
}

/** Link targets of listings besides files: parents, column orders, and the vendor of the server. */
const noEntry =
  /^(?:\.{1,2}\/?|\/|\?.*|#.*|(?:https?:)?\/\/.*|javascript:.*)$|^(?:\.{1,2}\/?|~|\/|\[To Parent Directory\]|Parent Directory|Up To.*|Name|Last modified|Size|Description|Type|Date)$/i;

/** Whether a list that came to its end has no link to a file. Paths of the directory itself stand in its heading. */
function isEmpty(text: string): boolean {
  if (text.length >= listOctets || !/<\/html>|<\/pre>\s*$/i.test(text)) return false;
  if (/<b>[1-9]\d{0,8}<\/b>\s{0,9}(?:file|director)/.test(text)) return false;
  const list = text.replaceAll(/<(h1|head|thead|script|style)\b[^]*?<\/\1>/gi, ' ');
  return [
    ...list.matchAll(
      /<a\s[^<>]{0,400}?href=(?:"([^"<>]{0,1200})"|'([^'<>]{0,1200})')[^<>]{0,400}>([^]{0,1200}?)<\/a>/gi,
    ),
  ].every(
    ({ 1: quoted, 2: single = '', 3: label = '' }) =>
      noEntry.test(quoted ?? single) || noEntry.test(label.replaceAll(/<[^<>]{0,400}>/g, '').trim()),
  );
}

/** The list of a bucket in the form of Amazon S3 (ListObjects), which other object stores send, too, and of Azure's containers. */
function bucketList(content: FileContent): FileMatch | null {
  const root =
    /^\s{0,64}(?:<\?xml[^<>]{0,200}\?>\s{0,64})?<(ListBucketResult|ListVersionsResult|EnumerationResults)[\s>]/.exec(
      content.text,
    )?.[1];
  if (root === undefined || !isFound(content)) return null;
  const isWithoutFile =
    content.text.includes(`</${root}>`) && !/<(?:Contents|Version|Blob|CommonPrefixes)>/.test(content.text);
  return isWithoutFile ? { mark: 'empty', proof: [root, '0 files'] } : matched(root);
}

/** Lists for programs, by their first entry: members and their order are those of the server (autoindex_format of nginx, browse of Caddy). */
const dataLists: readonly (readonly [server: string, form: RegExp])[] = [
  [
    'autoindex (nginx, JSON)',
    /^\s{0,64}\[\s{0,9}\{ ?"name": ?"(?:[^"\\]|\\.){1,1024}", ?"type": ?"(?:directory|file|other)", ?"mtime": ?"\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT"/,
  ],
  [
    'autoindex (nginx, XML)',
    /^\s{0,64}<\?xml version="1\.0"\?>\s{0,9}<list>\s{0,9}<(?:directory|file|other) mtime="\d{4}-\d\d-\d\dT[\d:]{8}Z"/,
  ],
  [
    'browse (Caddy, JSON)',
    /^\s{0,64}\[\{"name":"(?:[^"\\]|\\.){1,1024}","size":\d{1,20},"url":"(?:[^"\\]|\\.){1,2048}","mod_time":"[^"]{10,64}","mode":\d{1,10},"is_dir":(?:true|false)/,
  ],
];

function dataList(content: FileContent): FileMatch | null {
  const found = isFound(content) ? dataLists.find(([, form]) => form.test(content.text)) : undefined;
  return found === undefined ? null : matched(found[0]);
}

/** The list of files that a server makes of a directory or a bucket, and whether there is any. */
export const directoryList: Validator = (content): FileMatch | null => {
  const data = bucketList(content) ?? dataList(content);
  if (data !== null || !isPage(content)) return data;
  const { text } = content;
  const found = listings.find(({ marks }) => countOf(text, marks) === marks.length);
  const server = found?.server ?? (isFileServer(text) ? '<pre> of links (Go)' : null);
  if (server === null) return null;
  return found?.isDrawn !== true && isEmpty(text) ? { mark: 'empty', proof: [server, '0 files'] } : matched(server);
};
