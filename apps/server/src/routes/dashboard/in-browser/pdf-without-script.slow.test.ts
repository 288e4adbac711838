import { testWaiting } from '../../../testing/browser/pdf-page.ts';

testWaiting('without script', false);
