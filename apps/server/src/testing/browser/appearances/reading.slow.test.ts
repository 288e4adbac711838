import { testAppearances } from './appearances.ts';

testAppearances('reading');
