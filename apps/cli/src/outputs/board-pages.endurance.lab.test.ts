// By day, board-pages.lab.test.ts shows the pages of the site with most issues. This file shows those with the largest inventories.
import { testBoardPages } from '../testing/board-pages.ts';

for (const domain of ['jsse.lab', 'old101.lab']) testBoardPages(domain);
