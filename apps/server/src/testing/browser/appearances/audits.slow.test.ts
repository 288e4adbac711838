import { testAppearances } from './appearances.ts';

testAppearances('audits', 'batches', 'reports');
