// A site of each kind is scored in calibration.lab.test.ts; this file scores all sites of the calibration.
import { calibrationSites } from './sites.data.ts';
import { testOrder } from './testing/order-suite.ts';

testOrder(calibrationSites);
