import { hitOf, pathRows, testRows } from '../testing/evidence.ts';
import { dirListing, fileBackupArchive, fileDbDump, fileLog } from './data.ts';

testRows([
  ...pathRows(fileDbDump, hitOf('/dump.sql', 'dump', 'databaseDump'), 'fail', /copy of a database/),
  ...pathRows(fileBackupArchive, hitOf('/backup.zip', 'archive', 'archive'), 'fail', /archive/),
  ...pathRows(fileLog, hitOf('/error_log', 'log', 'phpLog'), 'fail', /log entries/),
  ...pathRows(
    dirListing,
    hitOf('/uploads/', 'listing', 'directoryList', { type: 'text/html' }),
    'fail',
    /list of all files/,
  ),
]);
