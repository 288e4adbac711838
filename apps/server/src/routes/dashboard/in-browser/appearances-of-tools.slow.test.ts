import { testAppearances } from '../../../testing/browser/appearances.ts';

testAppearances('tools');
