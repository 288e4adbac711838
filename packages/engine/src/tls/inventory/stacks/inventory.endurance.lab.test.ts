// One server of each configuration is compared in inventory.lab.test.ts; this file compares every server on port 443.
import { testInventories, tlsRows } from '../../testing/inventory-suite.ts';

testInventories(tlsRows);
