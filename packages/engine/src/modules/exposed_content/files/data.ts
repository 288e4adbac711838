import { checkOf } from '../../../catalogue/check-of.ts';
import { pathsOf } from '../../derive/subjects/paths.ts';

export const fileDbDump = checkOf(pathsOf('dump'), {
  id: 'file-db-dump',
  title: 'No database dump is served',
  finding: 'Database dump exposed',
  weakness: { cvss: 'secretsExposed', cwe: [530] },
  judge: () => 'a copy of a database',
});

export const fileBackupArchive = checkOf(pathsOf('archive'), {
  id: 'file-backup-archive',
  title: 'No backup archive is served',
  finding: 'Backup archive exposed',
  weakness: { cvss: 'confidentialRead', cwe: [530] },
  judge: () => 'an archive whose name is that of a backup; its content was not read',
});

export const fileLog = checkOf(pathsOf('log'), {
  id: 'file-log',
  title: 'No log file is served',
  finding: 'Log file exposed',
  weakness: { cvss: 'internalDataRead', cwe: [532] },
  judge: () => 'log entries of the application or the server',
});

export const dirListing = checkOf(pathsOf('listing'), {
  id: 'dir-listing',
  title: 'No directory listing is served',
  finding: 'Directory listing enabled',
  weakness: { cvss: 'internalDataRead', cwe: [548] },
  judge: ({ mark }) =>
    mark === 'empty'
      ? { description: 'the list of a directory without a file', cvss: 'smallLeak' }
      : 'the list of all files in this directory',
});
