// One host of each software and kind is asked in tls.lab.test.ts; this file asks every host of the table.
import { testTlsTable, rowsWithTls } from '../testing/tls-table.ts';

testTlsTable(rowsWithTls);
