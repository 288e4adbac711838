import { testWaiting } from '../../../testing/browser/pdf-page.ts';

testWaiting('with script', true);
