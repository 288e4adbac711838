import { testAppearances } from './appearances.ts';

testAppearances('risks');
