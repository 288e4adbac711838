import { beginning, essenceOf, hasMarkup, isFound, matched, type Validator } from './content.ts';
import { sqliteMagic } from './repositories.ts';

/** First lines that tools write which dump databases. */
const dumpBanners = [
  '-- MySQL dump ',
  '-- MariaDB dump ',
  '/*!999999\\- enable the sandbox mode',
  '-- phpMyAdmin SQL Dump',
  '-- Adminer ',
  '-- HeidiSQL ',
  '-- mysqldump-php ',
  '-- Host: ',
  '--\n-- PostgreSQL database dump',
  '--\r\n-- PostgreSQL database dump',
  '--\n-- PostgreSQL database cluster dump',
  'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;',
  'PGDMP',
];

/** A dump of a database, by what its tool writes first; 512 octets suffice. */
const databaseDump: Validator = (content) => {
  if (!isFound(content)) return null;
  if (content.text.startsWith(sqliteMagic)) return matched('SQLite format 3');
  if (hasMarkup(content)) return null;
  const banner = beginning(content, dumpBanners);
  if (banner !== null) return matched(banner.trim());
  return /^(?:CREATE TABLE|INSERT INTO|DROP TABLE IF EXISTS) [`"[]?\w{1,64}/.test(
    content.text.trimStart().slice(0, 100),
  ) && /;\s*$/m.test(content.text)
    ? matched('SQL statements')
    : null;
};

/** What archives begin with. */
const archiveMagic: readonly (readonly [magic: string, name: string])[] = [
  ['PK\u0003\u0004', 'ZIP archive'],
  ['\u001f\u008b\u0008', 'gzip archive'],
  ['7z\u00bc\u00af\u0027\u001c', '7-Zip archive'],
  ['Rar!\u001a\u0007', 'RAR archive'],
  ['BZh', 'bzip2 archive'],
  ['\u00fd7zXZ\0', 'xz archive'],
];

/** Below this, nothing that is worth an archive is in it. */
const minArchiveOctets = 1024;

/** An archive by its first octets; nothing in it is read. */
const archive: Validator = (content) => {
  if (!isFound(content) || essenceOf(content) === 'text/html') return null;
  const found = archiveMagic.find(([magic]) => content.text.startsWith(magic));
  const octets = content.length ?? content.text.length;
  return found === undefined || octets <= minArchiveOctets ? null : matched(`${found[1]}, ${octets} octets`);
};

/** The tests of these files, by the name of the file. */
export const dumpFiles = { databaseDump, archive };
