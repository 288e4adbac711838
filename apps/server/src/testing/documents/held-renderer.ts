import { RendererError, type RendererProblem } from '../../rendering/exchange.ts';
import { createRenderer, type Renderer } from '../../rendering/renderer.ts';

/** The renderer of the service, which a test holds, lets go and makes fail. */
export interface HeldRenderer extends Renderer {
  /** From now on documents wait until they are let go. */
  hold: () => void;
  release: () => void;
  /** What documents fail with from now on; null: with nothing. */
  failWith: (problem: RendererProblem | null) => void;
  /** Settles when it is started. */
  started: Promise<void>;
}

/** A renderer in the hands of a test. */
export function heldRenderer(): HeldRenderer {
  const renderer = createRenderer();
  const started = Promise.withResolvers<void>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let failure: RendererProblem | null = null;
  return {
    hold: () => (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    failWith: (problem) => (failure = problem),
    started: started.promise,
    render: async (request) => {
      // A renderer that is busy says so at once.
      if (failure !== 'busy') await gate.promise;
      if (failure !== null) throw new RendererError(failure, 'As the test wants it');
      return renderer.render(request);
    },
    start: () => {
      renderer.start();
      started.resolve();
    },
    close: async () => {
      gate.resolve();
      await renderer.close();
    },
  };
}
