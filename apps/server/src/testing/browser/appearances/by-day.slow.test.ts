import { testByDay } from './appearances.ts';

testByDay();
