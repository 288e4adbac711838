import { testAppearances } from './appearances.ts';

testAppearances('batches');
