import {
  beginningOctets,
  essenceOf,
  type FileContent,
  hasMarkup,
  isFound,
  matched,
  type Validator,
} from './content.ts';
import { sqliteMagic } from './repositories.ts';

const lineEnd = /^[ \t]*(?:\r?\n|$)/;
const number = /^\d/;

/** Lines that tools write which dump databases, and what follows: without it, the same words may begin a sentence. */
const dumpBanners: readonly (readonly [banner: string, then: RegExp])[] = [
  ['-- MySQL dump ', number],
  ['-- MariaDB dump ', number],
  ['/*!999999\\- enable the sandbox mode', /^/],
  ['/*M!999999\\- enable the sandbox mode', /^/],
  ['# Sequel Pro SQL dump', lineEnd],
  ['# Sequel Ace SQL dump', lineEnd],
  ['/*\n Navicat ', /^[^\n]{0,60}(?:Transfer|Dump)/],
  ['/*\r\n Navicat ', /^[^\n]{0,60}(?:Transfer|Dump)/],
  ['/*!40101 SET NAMES ', /^/],
  ['/****** Object: ', /^/],
  ['-- phpMyAdmin SQL Dump', lineEnd],
  ['-- HeidiSQL ', /^Version:/],
  ['-- TablePlus ', number],
  ['-- mysqldump-php ', /^https?:/],
  ['-- Backup with BackWPup ', /^ver/],
  ['# Created by UpdraftPlus ', /^version/],
  ['# WordPress MySQL database backup', lineEnd],
  ['-- PostgreSQL database dump', lineEnd],
  ['-- PostgreSQL database cluster dump', lineEnd],
  // oxlint-disable-next-line no-control-regex -- its version is in octets
  ['PGDMP', /^[\0-\u0008]/],
  ['-- Adminer', /^ \d+\.\d/],
  ['-- Host: ', /^ *\S+(?: {2,}Database: |\s*\n-- (?:Generation Time|Server version|Database): )/],
];

/** Statements that hold tables and rows, as far as the first line was read. */
const statement =
  /^(?:DROP TABLE (?:IF EXISTS )?(?:[`"[]?\w{1,64}[`"\]]?\.)?[`"[]?\w{1,64}[`"\]]? {0,4};|CREATE TABLE (?:IF NOT EXISTS )?(?:[`"[]?\w{1,64}[`"\]]?\.)?[`"[]?\w{1,64}[`"\]]?\s{0,4}\(|(?:INSERT (?:IGNORE )?|REPLACE )(?:INTO )?(?:[`"[]?\w{1,64}[`"\]]?\.)?[`"[]?\w{1,64}[`"\]]? {0,4}(?:\([^()\n]{1,400}\)\s{0,4})?VALUES\s{0,4}\(|COPY [\w."]{1,130} \([^()\n]{1,400}\) FROM stdin;)/i;

/**
 * What precedes tables: white space, warnings of the tool, comments, and statements that choose the database, its
 * settings and its locks. Each match is one of them.
 */
const beforeTables =
  /\s+|(?:mysqldump|mariadb-dump): \[?\w{1,20}\]?[^\n]{0,200}(?:\n|$)|(?:--|#)[^\n]*(?:\n|$)|\/\*[^]*?\*\/;?|(?:SET|USE|(?:CREATE|DROP|ALTER) (?:DATABASE|SCHEMA|EXTENSION|SEQUENCE|TYPE)|COMMENT ON|BEGIN|START TRANSACTION|LOCK TABLES?|PRAGMA|SELECT pg_catalog\.set_config|\\(?:connect|restrict))\b[^;\n]{0,400}(?:;|\n|$)|GO(?:\r?\n|$)/iy;

/** Where each of the parts before the tables begins, and last where the tables do. */
function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length;) {
    beforeTables.lastIndex = at;
    at += beforeTables.exec(text)?.[0].length ?? text.length;
    if (at < text.length) starts.push(at);
  }
  return starts;
}

/** A dump of a database, by what its tool writes before the tables, or by these; 512 octets suffice. */
const databaseDump: Validator = (content) => {
  if (!isFound(content)) return null;
  if (content.text.startsWith(sqliteMagic)) return matched('SQLite format 3');
  if (hasMarkup(content)) return null;
  const { text } = content;
  const starts = startsOf(text);
  const banner = starts
    .flatMap((at) =>
      dumpBanners.filter(([one, then]) => text.startsWith(one, at) && then.test(text.slice(at + one.length, at + 300))),
    )
    .at(0)?.[0];
  if (banner !== undefined) return matched(banner.trim());
  return statement.test(text.slice(starts.at(-1))) ? matched('SQL statements') : null;
};

/** Signatures at the beginning of archives. */
const archiveMagic: readonly (readonly [magic: string, name: string])[] = [
  ['PK\u0003\u0004', 'ZIP archive'],
  ['\u001f\u008b\u0008', 'gzip archive'],
  ['7z\u00bc\u00af\u0027\u001c', '7-Zip archive'],
  ['Rar!\u001a\u0007', 'RAR archive'],
  ['BZh', 'bzip2 archive'],
  ['\u00fd7zXZ\0', 'xz archive'],
  // RFC 8878 section 3.1.1
  ['\u0028\u00b5\u002f\u00fd', 'Zstandard archive'],
];

/** Archives below this size hold nothing of value. */
const minArchiveOctets = 1024;

/** Where the header of a file in a tar archive names its format (POSIX pax, ustar); compressed ones are sent as codings. */
const isTar = ({ text }: FileContent): boolean => text.startsWith('ustar', 257);

/** Octets that no text has: servers send archives as HTML, too. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const isBinary = ({ text }: FileContent): boolean => /[\0-\u0008\u000e-\u001f]/.test(text.slice(0, 64));

/** An archive by its first octets; nothing in it is read. */
const archive: Validator = (content) => {
  if (!isFound(content) || (essenceOf(content) === 'text/html' && !isBinary(content))) return null;
  const { status, text, length } = content;
  const name = isTar(content) ? 'tar archive' : archiveMagic.find(([magic]) => text.startsWith(magic))?.[1];
  if (name === undefined) return null;
  // If the size of the whole is unknown (`*`, RFC 9110 section 14.4), only a part that fills the requested range shows a large file.
  if (length === null && status === 206)
    return text.length < beginningOctets ? null : matched(`${name}, at least ${text.length} octets`);
  // The length is that of the content in its coding.
  const octets = Math.max(length ?? 0, text.length);
  return octets <= minArchiveOctets ? null : matched(`${name}, ${octets} octets`);
};

/** The tests of these files, by the name of the file. */
export const dumpFiles = { databaseDump, archive };
