// By day, by-day.slow.test.ts shows every page in its default state and one state of each kind, in two appearances each,
// where axe checks of like rows only the first. This file shows all states of its subjects in all appearances, whole.
import { testAppearances } from './appearances.ts';

testAppearances('domains', 'risks');
