import { testAppearances } from './appearances.ts';

testAppearances('teams');
