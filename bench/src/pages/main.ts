// npm run bench -- pages [--write]: the service's cost of report pages, and the reader's waiting time in Chromium.
import { browserMissing } from '@perimeter/report/testing/browser';
import os from 'node:os';
import path from 'node:path';
import { keepTables } from '../keep-tables.ts';
import { browserTable } from './browser.ts';
import { firstPage, pollTable, renderTable } from './server.ts';
import { sizeTable } from './sizes.ts';
import { openStage } from './stage.ts';

const load = (): string => (os.loadavg()[0] ?? 0).toFixed(1);

const before = load();
const stage = await openStage();
const tables = [await firstPage(stage), await sizeTable(stage), await renderTable(stage), await pollTable(stage)];
tables.push(browserMissing === false ? await browserTable(stage) : `Not measured: ${browserMissing}`);
await stage.stop();
const measured = `Medians, least values beside them, ${new Date().toISOString().slice(0, 16)}Z, load average ${before} to ${load()}.`;
const text = [...tables, measured].join('\n\n');
console.log(text);
if (process.argv.includes('--write'))
  keepTables(path.resolve(import.meta.dirname, '../../../docs/benchmarks.md'), 'pages', text);
