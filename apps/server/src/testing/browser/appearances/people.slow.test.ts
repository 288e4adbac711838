import { testAppearances } from './appearances.ts';

testAppearances('accounts', 'teams', 'keys');
