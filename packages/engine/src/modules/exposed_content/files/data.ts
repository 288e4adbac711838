import { pathCheck } from '../path-check.ts';

export const fileDbDump = pathCheck({
  id: 'file-db-dump',
  title: 'No database dump is served',
  finding: 'Database dump exposed',
  weakness: { cvss: 'secretsExposed', cwe: [530] },
  group: 'dump',
  means: 'a copy of a database',
});

export const fileBackupArchive = pathCheck({
  id: 'file-backup-archive',
  title: 'No backup archive is served',
  finding: 'Backup archive exposed',
  weakness: { cvss: 'confidentialRead', cwe: [530] },
  group: 'archive',
  means: 'an archive whose name is that of a backup; its content was not read',
});

export const fileLog = pathCheck({
  id: 'file-log',
  title: 'No log file is served',
  finding: 'Log file exposed',
  weakness: { cvss: 'internalDataRead', cwe: [532] },
  group: 'log',
  means: 'log entries of the application or the server',
});

export const dirListing = pathCheck({
  id: 'dir-listing',
  title: 'No directory listing is served',
  finding: 'Directory listing enabled',
  weakness: { cvss: 'internalDataRead', cwe: [548] },
  group: 'listing',
  means: ({ mark }) =>
    mark === 'empty'
      ? { what: 'the list of a directory without a file', cvss: 'smallLeak' }
      : 'the list of all files in this directory',
});
