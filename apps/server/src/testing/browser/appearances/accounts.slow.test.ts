import { testAppearances } from './appearances.ts';

testAppearances('accounts');
