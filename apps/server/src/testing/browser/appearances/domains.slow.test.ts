import { testAppearances } from './appearances.ts';

testAppearances('domains', 'risks');
