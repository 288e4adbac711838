import { testAppearances } from './appearances.ts';

testAppearances('reports');
