import { testAppearances } from './appearances.ts';

testAppearances('keys');
