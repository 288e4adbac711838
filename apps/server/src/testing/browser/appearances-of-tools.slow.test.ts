import { testAppearances } from './appearances.ts';

testAppearances('tools');
