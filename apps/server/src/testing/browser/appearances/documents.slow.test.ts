import { testAppearances } from './appearances.ts';

testAppearances('documents', 'reading', 'links');
