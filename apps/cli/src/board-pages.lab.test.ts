import { testBoardPages } from './testing/board-pages.ts';

// The lab site with most issues.
testBoardPages('bad.lab');
