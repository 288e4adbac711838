import type { Http } from '../http.ts';

/** From the moment of closing, each answer is the last of its connection: else idle ones would hold the end up. */
export function addDraining(http: Http, onClosing: () => void): void {
  let closing = false;
  http.addHook('preClose', async () => {
    closing = true;
    onClosing();
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
