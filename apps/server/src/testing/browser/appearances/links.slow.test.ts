import { testAppearances } from './appearances.ts';

testAppearances('links');
