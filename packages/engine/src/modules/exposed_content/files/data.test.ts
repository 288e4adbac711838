import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
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

test('a directory listing without a sensitive file is low', () => {
  const empty = hitOf('/uploads/', 'listing', 'directoryList', { type: 'text/html', mark: 'empty' });
  const [draft] = draftsOf(dirListing.evaluate(swept([empty])));
  assert.ok(draft !== undefined && 'cvss' in draft && draft.cvss === 'smallLeak');
  assert.match(draft.description, /without a file/);
});
